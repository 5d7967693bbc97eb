/**
 * Handlers for messages.
 *
 * Rules: INF-002, INF-020, INF-024, INF-025, INF-032, INF-033, INF-053, INF-057, INF-098, INF-107, INF-119,
 * INF-181.
 */
import type { Message, MessageCreateParams, messageOperations } from '@parlance/schemas';
import { events, type Delivery } from '../engine/handler-result.js';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { diagnoseCache } from './cache-diagnosis.js';
import { editContext, type Compaction } from './context-management.js';
import type { Draft } from './draft.js';
import { generate } from './generate.js';
import { checkGeneration, checkInput, checkSegments, limitsOf } from './message-checks.js';
import { messageEvents } from './message-events.js';
import { adviceUsage, usageOf } from './message-usage.js';
import { applyCache } from './prompt-cache.js';
import { segmentsOf } from './request-size.js';
import { noteMessage } from '../tool-calls/tool-calls.js';
import { recordUsage } from '../usage/usage-ledger.js';

/** Handlers for the message operations. */
export const messageHandlers: HandlersFor<typeof messageOperations> = {
  'messages.create': (call) => {
    const { message, delivery } = createMessage(call, call.body);
    recordUsage(call.world, message);
    return call.body.stream === true ? events(messageEvents(message, call.world.random), delivery) : message;
  },
  'messages.countTokens': (call) => {
    const limits = limitsOf(call, call.body.model);
    checkInput(call, call.body);
    const { body, result } = editContext(call.body);
    const segments = segmentsOf(body);
    checkSegments(segments, { ...limits, maxInputTokens: Infinity });
    return {
      input_tokens: Math.max(1, total(segments)),
      ...(result !== null && {
        context_management: { original_input_tokens: total(segmentsOf(call.body)) },
      }),
    };
  },
};

/** A message, and how to deliver it. */
export interface CreatedMessage {
  readonly message: Message;
  /** Pacing and failure of its stream, as scripted. */
  readonly delivery: Delivery | undefined;
}

/**
 * Creates a message.
 *
 * @param call - Call of the operation.
 * @param requested - Params of the message, validated against their schema.
 * @throws {Refusal} For params that the service would reject.
 */
export function createMessage(call: AnyCall, requested: MessageCreateParams): CreatedMessage {
  const limits = limitsOf(call, requested.model);
  checkInput(call, requested);
  checkGeneration(call, requested, limits);
  const { body, result, compaction } = editContext(requested);
  const segments = segmentsOf(body);
  checkSegments(segments, limits);
  const draft = compaction?.pauses === true ? summaryAlone(compaction) : replyAfter(compaction, call, body);
  const input = applyCache(call.world, limits.id, segments);
  const advice = (draft.advice ?? []).map((one) => adviceUsage(call.world, one, segments));
  const id = call.world.id('msg_');
  const diagnostics = diagnoseCache(call.world, { body, segments, model: limits.id, messageId: id });
  const message: Message = {
    id,
    type: 'message',
    role: 'assistant',
    content: draft.content,
    model: limits.id,
    container: draft.container,
    stop_details: draft.stopDetails,
    stop_reason: draft.stopReason,
    stop_sequence: draft.stopSequence,
    usage: usageOf(body, { draft, input, advice, compaction }),
    ...(result !== null && { context_management: result }),
    ...(diagnostics !== null && { diagnostics }),
  };
  noteMessage(call.world, requested, draft.content);
  return { message, delivery: draft.delivery };
}

/** Generates a reply. After a compaction it starts with the summary. */
function replyAfter(compaction: Compaction | null, call: AnyCall, body: MessageCreateParams): Draft {
  const draft = generate(call, body);
  return compaction === null ? draft : { ...draft, content: [compaction.block, ...draft.content] };
}

/** Returns a reply that consists of the summary only. */
function summaryAlone({ block, outputTokens }: Compaction): Draft {
  return {
    content: [block],
    stopReason: 'compaction',
    stopSequence: null,
    stopDetails: null,
    outputTokens,
    serverToolUse: null,
    container: null,
  };
}

function total(segments: readonly { readonly tokens: number }[]): number {
  return segments.reduce((sum, segment) => sum + segment.tokens, 0);
}
