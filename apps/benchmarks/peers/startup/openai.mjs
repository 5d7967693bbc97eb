/** `openai`. */
export async function load(baseURL) {
  const { default: OpenAI } = await import('openai');
  const client = new OpenAI({ baseURL, apiKey: 'key-0123456789' });
  return () => client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
}
