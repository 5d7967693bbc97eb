/** The published build of `@parlance/inference`. */
export async function load(baseUrl) {
  const { InferenceClient } = await import('@parlance/inference');
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789' });
  const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] };
  return {
    call: () => client.messages.create(params),
    stream: async () => {
      let characters = 0;
      for await (const event of client.messages.stream(params)) {
        if (event.type === 'content_block_delta') characters += event.delta.text.length;
      }
      return characters;
    },
  };
}
