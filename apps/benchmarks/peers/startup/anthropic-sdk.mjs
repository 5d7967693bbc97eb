/** `@anthropic-ai/sdk`. */
export async function load(baseURL) {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({ baseURL, apiKey: 'key-0123456789' });
  return () =>
    client.messages.create({ model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] });
}
