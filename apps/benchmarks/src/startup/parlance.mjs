/** The published build of `@parlance/inference`. */
export async function load(baseUrl) {
  const { InferenceClient } = await import('@parlance/inference');
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789' });
  return () =>
    client.messages.create({ model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] });
}
