/** `@anthropic-ai/sdk`. */
export async function load(baseURL) {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({ baseURL, apiKey: 'key-0123456789' });
  const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] };
  return {
    call: () => client.messages.create(params),
    stream: async () => {
      let characters = 0;
      for await (const event of await client.messages.create({ ...params, stream: true })) {
        if (event.type === 'content_block_delta') characters += event.delta.text.length;
      }
      return characters;
    },
  };
}
