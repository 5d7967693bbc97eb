/** `openai`. */
export async function load(baseURL) {
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({ baseURL, apiKey: 'key-0123456789' });
  const params = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
  return {
    call: () => client.chat.completions.create(params),
    stream: async () => {
      let characters = 0;
      for await (const chunk of await client.chat.completions.create({ ...params, stream: true })) {
        characters += chunk.choices[0]?.delta.content?.length ?? 0;
      }
      return characters;
    },
  };
}
