/** Hand-written code without a client library. */

/** @param send - Sends a request and resolves to the response: its `text()`, or its `body` as an async iterable of bytes. */
export function loadRaw(send) {
  const post = (more) =>
    send('/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key-0123456789' },
      body: JSON.stringify({
        model: 'm',
        max_tokens: 8,
        messages: [{ role: 'user', content: 'Hi' }],
        ...more,
      }),
    });
  return {
    call: async () => JSON.parse(await (await post()).text()),
    stream: async () => {
      const { body } = await post({ stream: true });
      const decoder = new TextDecoder();
      let characters = 0;
      let rest = '';
      for await (const chunk of body) {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const { delta } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
          characters += delta?.text?.length ?? 0;
        }
      }
      return characters;
    },
  };
}
