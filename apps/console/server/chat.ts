import {
  addCacheBreakpoints,
  streamTools,
  TurnLimitError,
  type MessageStreamEvent,
  type ToolResultBlockParam,
} from '@parlance/inference';
import { MessageCreateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body } from './body.js';
import { sendEvents } from './events.js';
import { costOf } from './prices.js';
import { SAMPLE_TOOLS } from './sample-tools.js';

/** A request for the next reply of a conversation, and whether the model may use the console's sample tools. */
const chatRequest = MessageCreateParamsSchema.omit({ tools: true, stream: true }).extend({
  useTools: z.boolean(),
});

/** An update while the reply streams. With tools, one call can produce several replies. */
export type ChatUpdate =
  | { readonly kind: 'event'; readonly turn: number; readonly event: MessageStreamEvent }
  | { readonly kind: 'reply'; readonly requestId: string | null; readonly cost: number | null }
  | { readonly kind: 'results'; readonly results: readonly ToolResultBlockParam[] }
  /** The run was stopped because the model called tools in every reply. */
  | { readonly kind: 'limit'; readonly replies: number };

/** Maximum replies of one call. Stops a model that keeps calling tools. */
const MAX_REPLIES = 8;

/** Routes of the chat page. */
export function chatRoutes({ parlance }: Backend) {
  return new Hono().post('/send', body(chatRequest), (c) =>
    sendEvents(c, converse(c.req.valid('json'), { parlance, signal: c.req.raw.signal })),
  );
}

interface ConverseContext extends Pick<Backend, 'parlance'> {
  readonly signal: AbortSignal;
}

/** Streams replies, running the tools that they call, until a reply calls none. */
async function* converse(
  { useTools, ...request }: z.infer<typeof chatRequest>,
  { parlance, signal }: ConverseContext,
): AsyncGenerator<ChatUpdate, void> {
  const params = {
    ...request,
    messages: addCacheBreakpoints(request.messages),
    tools: useTools ? SAMPLE_TOOLS : [],
  };
  try {
    for await (const update of streamTools(parlance.inference, params, { signal, maxTurns: MAX_REPLIES })) {
      if (update.type === 'event') yield { kind: 'event', turn: update.turn, event: update.event };
      else if (update.type === 'reply')
        yield { kind: 'reply', requestId: update.requestId, cost: costOf(update.message) };
      else if (update.type === 'step' && update.results.length > 0)
        yield { kind: 'results', results: update.results };
    }
  } catch (error) {
    if (!TurnLimitError.is(error)) throw error;
    yield { kind: 'limit', replies: error.run.turns };
  }
}
