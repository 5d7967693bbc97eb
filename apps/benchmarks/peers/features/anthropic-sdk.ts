/** `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import { MAX_TOKENS, MODEL, TOOL } from '../../src/contenders/contender.ts';
import { KEY, PROMPT, type Client, type Subject } from '../../src/features/subject.ts';

const params = {
  model: MODEL,
  max_tokens: MAX_TOKENS,
  messages: [{ role: 'user' as const, content: PROMPT }],
};
const tool = {
  name: TOOL.name,
  description: TOOL.description,
  input_schema: { ...TOOL.schema, required: ['rows'] },
};

export const subject: Subject = {
  dialect: 'messages',
  options: {
    silenceMs: 'timeout',
    refuseRedirects: "fetchOptions: { redirect: 'error' }",
    sendOnce: 'maxRetries: 0',
  },
  connect(baseURL, { silenceMs, refuseRedirects, sendOnce } = {}) {
    const client = new Anthropic({
      baseURL,
      apiKey: KEY,
      ...(silenceMs !== undefined && { timeout: silenceMs }),
      ...(refuseRedirects && { fetchOptions: { redirect: 'error' as const } }),
      ...(sendOnce && { maxRetries: 0 }),
    });
    return {
      held: client,
      // A duplicate matters: every batch that is created is processed and billed.
      create: () =>
        client.messages.batches.create({
          requests: [{ custom_id: 'one', params }],
        }),
      ...inference(client),
      items: () => client.models.list(),
      resume: async () => {
        const saved = JSON.stringify((await client.models.list()).last_id);
        await new Anthropic({ baseURL, apiKey: KEY }).models.list({ after_id: JSON.parse(saved) });
      },
    };
  },
  async extras() {
    const client = new Anthropic({ apiKey: KEY });
    return {
      'message batches': typeof client.messages.batches.create === 'function',
      skills: typeof client.skills.create === 'function',
      'webhook verification': typeof client.beta.webhooks.unwrap === 'function',
    };
  },
};

function inference(client: Anthropic): Pick<Client, 'ask' | 'wholeText' | 'loop' | 'toolInput'> {
  return {
    ask: ({ signal, wrong } = {}) =>
      client.messages.create(wrong ? { ...params, max_tokens: 'many' as unknown as number } : params, {
        signal,
      }),
    wholeText: (signal) => client.messages.stream(params, { signal }).finalText(),
    loop: async (onText, signal) => {
      for await (const event of await client.messages.create({ ...params, stream: true }, { signal })) {
        if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
        if (onText(event.delta.text)) break;
      }
      return '';
    },
    toolInput: async (onInput) => {
      const stream = client.messages.stream({ ...params, tools: [tool] });
      stream.on('inputJson', (_piece, input) => onInput(input));
      await stream.finalMessage();
    },
  };
}
