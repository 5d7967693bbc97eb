import {
  addCacheBreakpoints,
  streamTools,
  TurnLimitError,
  type MessageStreamEvent,
  type ModelInfo,
  type ToolResultBlockParam,
  type ToolRunParams,
} from '@parlance/inference';
import type { Backend } from './backend.js';
import { costOf } from './prices.js';
import type { CallContext } from './rpc.js';
import { SAMPLE_TOOLS } from './sample-tools.js';

/** A conversation so far, and how it is to go on. */
export interface ChatRequest extends Omit<ToolRunParams, 'tools'> {
  /** Whether the model may use the console's sample tools. */
  readonly useTools: boolean;
}

/** What happens while the service answers. Several replies follow each other when tools are used. */
export type ChatUpdate =
  | { readonly kind: 'event'; readonly turn: number; readonly event: MessageStreamEvent }
  | { readonly kind: 'reply'; readonly requestId: string | null; readonly cost: number | null }
  | { readonly kind: 'results'; readonly results: readonly ToolResultBlockParam[] }
  /** The model has called tools in every reply, and is asked no more. */
  | { readonly kind: 'limit'; readonly replies: number };

/** A model that keeps calling tools is stopped after this many replies. */
const MAX_REPLIES = 8;

/** The calls of the chat page. */
export function chatCalls({ parlance }: Backend) {
  return {
    'chat.models': async (): Promise<ModelInfo[]> =>
      (await parlance.inference.models.list({ limit: 100 })).data,

    'chat.count': async (request: Omit<ChatRequest, 'max_tokens'>, { signal }: CallContext) => {
      const { useTools, ...params } = request;
      const tools = useTools ? SAMPLE_TOOLS.map(({ definition }) => definition) : [];
      return (await parlance.inference.messages.countTokens({ ...params, tools }, { signal })).input_tokens;
    },

    'chat.send': (request: ChatRequest, { signal }: CallContext) => converse(request, { parlance, signal }),
  };
}

interface Using extends Pick<Backend, 'parlance'> {
  readonly signal: AbortSignal;
}

/** Streams the reply; where it calls tools, they are run and the next reply follows, until there is nothing to call. */
async function* converse(
  { useTools, ...request }: ChatRequest,
  { parlance, signal }: Using,
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
      else if (update.results.length > 0) yield { kind: 'results', results: update.results };
    }
  } catch (error) {
    if (!TurnLimitError.is(error)) throw error;
    yield { kind: 'limit', replies: error.run.turns };
  }
}
