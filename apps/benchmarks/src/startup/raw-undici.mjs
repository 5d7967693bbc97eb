/** The baseline: undici alone. */
export async function load(baseUrl) {
  const { request } = await import('undici');
  const send = async (more) => {
    const { body } = await request(`${baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key-0123456789' },
      body: JSON.stringify({
        model: 'm',
        max_tokens: 8,
        messages: [{ role: 'user', content: 'Hi' }],
        ...more,
      }),
    });
    return body;
  };
  return {
    call: async () => JSON.parse(await (await send()).text()),
    stream: async () => {
      const decoder = new TextDecoder();
      let characters = 0;
      let rest = '';
      for await (const chunk of await send({ stream: true })) {
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
