/** `ai` with `@ai-sdk/anthropic`. */
export async function load(baseUrl) {
  const [{ createAnthropic }, { generateText }] = await Promise.all([
    import('@ai-sdk/anthropic'),
    import('ai'),
  ]);
  const model = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key-0123456789' })('m');
  return () => generateText({ model, prompt: 'Hi', maxOutputTokens: 8 });
}
