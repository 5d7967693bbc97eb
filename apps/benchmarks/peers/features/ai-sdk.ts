/** `ai` with `@ai-sdk/anthropic`. It has no methods that create or list objects. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, streamText } from 'ai';
import { MAX_TOKENS, MODEL } from '@parlance/testing/request';
import { KEY, PROMPT, type Subject } from '@parlance/testing/probes/subject';
import { TOOLS } from '../ai-sdk.ts';

export const subject: Subject = {
  dialect: 'messages',
  options: { silenceMs: 'timeout.chunkMs', sendOnce: 'maxRetries: 0' },
  connect(baseUrl, { silenceMs, sendOnce } = {}) {
    const provider = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: KEY });
    const model = provider(MODEL);
    const params = {
      model,
      maxOutputTokens: MAX_TOKENS,
      prompt: PROMPT,
      ...(sendOnce && { maxRetries: 0 }),
      ...(silenceMs !== undefined && { timeout: { firstChunkMs: silenceMs, chunkMs: silenceMs } }),
    };
    /** Stream errors go to a callback, which prints them by default. */
    const streamed = (signal?: AbortSignal) => {
      const reported: string[] = [];
      const onError = ({ error }: { error: unknown }) => void reported.push(nameOf(error));
      const onAbort = () => void reported.push('abort');
      const result = streamText({ ...params, ...(signal && { abortSignal: signal }), onError, onAbort });
      return { result, reported };
    };
    return {
      held: [provider, model],
      ask: async ({ signal, wrong } = {}) => {
        const limit = wrong ? { maxOutputTokens: 'many' as unknown as number } : {};
        return (await generateText({ ...params, ...limit, ...(signal && { abortSignal: signal }) })).text;
      },
      wholeText: async (signal) => streamed(signal).result.text,
      loop: async (onText, signal) => {
        const { result, reported } = streamed(signal);
        for await (const text of result.textStream) if (onText(text)) break;
        return reported.length > 0 ? `only a callback receives \`${reported[0]}\`` : '';
      },
      toolInput: async (onInput) => {
        const { fullStream } = streamText({ ...params, tools: TOOLS, onError: () => undefined });
        for await (const part of fullStream) if (part.type === 'tool-input-delta') onInput(part.delta);
      },
    };
  },
  async testDouble() {
    const { MockLanguageModelV4 } = await import('ai/test');
    return typeof MockLanguageModelV4 === 'function' ? 'a mock model with fixed replies' : 'nothing';
  },
};

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}
