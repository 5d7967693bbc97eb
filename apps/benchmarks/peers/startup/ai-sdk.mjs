/** `ai` with `@ai-sdk/anthropic`. */
export async function load(baseUrl) {
  const [{ createAnthropic }, { generateText, streamText }] = await Promise.all([
    import('@ai-sdk/anthropic'),
    import('ai'),
  ]);
  const model = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key-0123456789' })('m');
  const params = { model, prompt: 'Hi', maxOutputTokens: 8 };
  return {
    call: () => generateText(params),
    stream: async () => {
      let characters = 0;
      for await (const part of streamText(params).fullStream) {
        if (part.type === 'text-delta') characters += part.text.length;
      }
      return characters;
    },
  };
}
