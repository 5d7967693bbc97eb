/** `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import { TOOL } from '@parlance/testing/request';
import { KEY, PARAMS, type Client, type Subject } from '@parlance/testing/probes/subject';

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
          requests: [{ custom_id: 'one', params: PARAMS }],
        }),
      ...inference(client),
      items: () => client.models.list(),
      resume: async () => {
        const saved = JSON.stringify((await client.models.list()).last_id);
        await new Anthropic({ baseURL, apiKey: KEY }).models.list({ after_id: JSON.parse(saved) });
      },
    };
  },
};

function inference(client: Anthropic): Pick<Client, 'ask' | 'wholeText' | 'loop' | 'toolInput'> {
  return {
    ask: ({ signal, wrong } = {}) =>
      client.messages.create(wrong ? { ...PARAMS, max_tokens: 'many' as unknown as number } : PARAMS, {
        signal,
      }),
    wholeText: (signal) => client.messages.stream(PARAMS, { signal }).finalText(),
    loop: async (onText, signal) => {
      for await (const event of await client.messages.create({ ...PARAMS, stream: true }, { signal })) {
        if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
        if (onText(event.delta.text)) break;
      }
      return '';
    },
    toolInput: async (onInput) => {
      const stream = client.messages.stream({ ...PARAMS, tools: [TOOL] });
      stream.on('inputJson', (_piece, input) => onInput(input));
      await stream.finalMessage();
    },
  };
}
