/** `openai`, which uses chat completions. */
import OpenAI from 'openai';
import { KEY, PROMPT, type Client, type Subject } from '@parlance/testing/probes/subject';
import { COMPLETIONS_TOOL, paramsOf } from '../openai.ts';

const params = paramsOf(PROMPT);

export const subject: Subject = {
  dialect: 'chatCompletions',
  options: {
    silenceMs: 'timeout',
    refuseRedirects: "fetchOptions: { redirect: 'error' }",
    sendOnce: 'maxRetries: 0',
  },
  connect(baseURL, { silenceMs, refuseRedirects, sendOnce } = {}) {
    const client = new OpenAI({
      baseURL,
      apiKey: KEY,
      ...(silenceMs !== undefined && { timeout: silenceMs }),
      ...(refuseRedirects && { fetchOptions: { redirect: 'error' as const } }),
      ...(sendOnce && { maxRetries: 0 }),
    });
    return {
      held: client,
      create: () => client.vectorStores.create({ name: 'Deployment notes' }),
      ...inference(client),
      items: () => client.files.list(),
      resume: async () => {
        const page = await client.files.list();
        const saved = JSON.stringify(page.data.at(-1)?.id);
        await new OpenAI({ baseURL, apiKey: KEY }).files.list({ after: JSON.parse(saved) });
      },
    };
  },
};

function inference(client: OpenAI): Pick<Client, 'ask' | 'wholeText' | 'loop' | 'toolInput'> {
  const { completions } = client.chat;
  return {
    ask: ({ signal, wrong } = {}) =>
      completions.create(wrong ? { ...params, max_completion_tokens: 'many' as unknown as number } : params, {
        signal,
      }),
    wholeText: async (signal) => {
      const completion = await completions.stream(params, { signal }).finalChatCompletion();
      return completion.choices[0]?.message.content ?? '';
    },
    loop: async (onText, signal) => {
      for await (const chunk of await completions.create({ ...params, stream: true }, { signal })) {
        const text = chunk.choices[0]?.delta?.content;
        if (text && onText(text)) break;
      }
      return '';
    },
    toolInput: async (onInput) => {
      const stream = completions.stream({ ...params, tools: [COMPLETIONS_TOOL] });
      stream.on('tool_calls.function.arguments.delta', ({ parsed_arguments: input }) => onInput(input));
      await stream.finalChatCompletion();
    },
  };
}
