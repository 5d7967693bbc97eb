/** The published build of `@parlance/inference`, without options and with one. */
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient, type InferenceClientOptions, type Message } from '@parlance/inference';
import type { MessageStreamEvent } from '@parlance/schemas';
import { NAMES } from '../server/scenarios.ts';
import { messageParams, TOOL } from '@parlance/testing/request';
import { count, PROMPT, rowsIn, workOf, type Contender } from './contender.ts';

const permit = { responded: () => undefined, release: () => undefined };

/** The options of each variant. */
const VARIANTS: Readonly<Record<string, () => InferenceClientOptions | Promise<InferenceClientOptions>>> = {
  plain: () => ({}),
  'at-once': () => ({ retry: { streamUntil: 'event' } }),
  fetch: () => ({ http: new FetchAdapter() }),
  naming: () => ({ naming: NAMES }),
  // A rate limiter that admits everything and learns nothing.
  unlimited: () => ({ rateLimiter: { acquire: () => permit } }),
  validated: async () => {
    const { validator } = await import('@parlance/schemas/validation');
    return { validation: validator({ requests: 'throw', responses: 'throw' }) };
  },
};

export async function connect(baseUrl: string, variant = 'plain'): Promise<Contender> {
  const options = await VARIANTS[variant]?.();
  if (options === undefined) throw new Error(`unknown variant ${variant}`);
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789', ...options });
  const stream = () => client.messages.stream({ ...messageParams(PROMPT), tools: [TOOL] });
  return {
    ...workOf({
      create: async (prompt) => textOf(await client.messages.create(messageParams(prompt))),
      events: () => client.messages.stream(messageParams(PROMPT)),
      textOf: deltaText,
    }),
    pages: () => count(client.models.list({ limit: 1000 })),
    finalText: async () => textOf(await stream().finalMessage()).length,
    finalToolInput: async () => {
      const { content } = await stream().finalMessage();
      return content[0]?.type === 'tool_use' ? rowsIn(content[0].input) : 0;
    },
    partialToolInput: async () => {
      let rows = 0;
      const events = stream();
      for await (const event of events)
        if (event.type === 'content_block_delta') rows = rowsIn(events.partialInput(event.index));
      return rows;
    },
  };
}

/** Returns the text of a message's first block. */
export function textOf({ content }: Message): string {
  return content[0]?.type === 'text' ? content[0].text : '';
}

/** Returns the text of an event. */
export function deltaText(event: MessageStreamEvent): string | undefined {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return undefined;
  return event.delta.text;
}
