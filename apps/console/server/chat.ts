import type { MessageCountTokensParams, MessageCreateParams, MessageParam } from '@parlance/schemas';
import type { MessageStreamEvent, ModelInfo, ToolResultBlockParam } from '@parlance/schemas';
import type { Backend } from './backend.js';
import { costOf } from './prices.js';
import type { CallContext } from './rpc.js';
import { runTool, SAMPLE_TOOLS } from './sample-tools.js';

/** A conversation so far, and how it is to go on. */
export interface ChatRequest extends Omit<MessageCreateParams, 'stream' | 'tools'> {
  /** Whether the model may use the console's sample tools. */
  readonly useTools: boolean;
}

/** What happens while the service answers. Several replies follow each other when tools are used. */
export type ChatUpdate =
  | { readonly kind: 'event'; readonly event: MessageStreamEvent }
  | { readonly kind: 'replied'; readonly requestId: string | null; readonly cost: number | null }
  | { readonly kind: 'results'; readonly results: ToolResultBlockParam[] };

/** A model that keeps calling tools is stopped after this many replies. */
const MAX_REPLIES = 8;

/** The calls of the chat page. */
export function chatCalls({ parlance }: Backend) {
  return {
    'chat.models': async (): Promise<ModelInfo[]> =>
      (await parlance.inference.models.list({ limit: 100 })).data,

    'chat.count': (
      params: Omit<MessageCountTokensParams, 'tools'> & { useTools: boolean },
      { signal }: CallContext,
    ) => countTokens(params, { parlance, signal }),

    'chat.send': ({ useTools, ...params }: ChatRequest, { signal }: CallContext) =>
      converse({ ...params, ...(useTools ? { tools: SAMPLE_TOOLS } : {}) }, { parlance, signal }),
  };
}

interface Using extends Pick<Backend, 'parlance'> {
  readonly signal: AbortSignal;
}

async function countTokens(
  { useTools, ...params }: Omit<MessageCountTokensParams, 'tools'> & { useTools: boolean },
  { parlance, signal }: Using,
): Promise<number> {
  const body = { ...params, ...(useTools ? { tools: SAMPLE_TOOLS } : {}) };
  return (await parlance.inference.messages.countTokens(body, { signal })).input_tokens;
}

/** Streams the reply; runs the tools that it calls and streams the next, until the model has nothing more to call. */
async function* converse(
  params: Omit<MessageCreateParams, 'stream'>,
  { parlance, signal }: Using,
): AsyncGenerator<ChatUpdate, void> {
  let messages: MessageParam[] = params.messages;
  for (let replies = 0; replies < MAX_REPLIES; replies += 1) {
    const stream = parlance.inference.messages.stream({ ...params, messages }, { signal });
    for await (const event of stream) yield { kind: 'event', event };
    const message = await stream.finalMessage();
    yield { kind: 'replied', requestId: stream.requestId, cost: costOf(message) };
    if (message.stop_reason !== 'tool_use') return;
    const results: ToolResultBlockParam[] = [];
    for (const block of message.content) if (block.type === 'tool_use') results.push(runTool(block));
    yield { kind: 'results', results };
    messages = [
      ...messages,
      { role: 'assistant', content: message.content },
      { role: 'user', content: results },
    ];
  }
}
