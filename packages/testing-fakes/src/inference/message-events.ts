/**
 * Stream events of a message.
 *
 * Rules: GEN-015, INF-029, INF-030, INF-210.
 */
import type {
  ContentBlock,
  ContentBlockDelta,
  Message,
  MessageStreamEvent,
  TextBlock,
  ThinkingBlock,
} from '@parlance/schemas';
import { chunksOf } from '../model/chunks.js';
import { forkRandom, type Random } from '../world/random.js';

/**
 * Splits a message into stream events, lazily. Accumulating the deltas yields the message again.
 *
 * @param message - Complete message.
 * @param random - Source of the split positions.
 */
export function messageEvents(message: Message, random: Random): Iterable<MessageStreamEvent> {
  // Fork now: concurrent streams drawing from one source would be split differently in each run.
  return eventsOf(message, forkRandom(random));
}

function* eventsOf(message: Message, random: Random): Generator<MessageStreamEvent> {
  const { usage, stop_reason, stop_sequence, stop_details, container } = message;
  const { iterations, output_tokens_details, ...started } = usage;
  yield {
    type: 'message_start',
    message: {
      ...message,
      content: [],
      container: null,
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      ...(message.context_management !== undefined && { context_management: null }),
      usage: { ...started, output_tokens: 1, server_tool_use: null },
    },
  };
  yield { type: 'ping' };
  for (const [index, block] of message.content.entries()) yield* blockEvents(block, index, random);
  const {
    cache_creation_input_tokens,
    cache_read_input_tokens,
    input_tokens,
    output_tokens,
    server_tool_use,
  } = usage;
  yield {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence, stop_details, container },
    usage: {
      cache_creation_input_tokens,
      cache_read_input_tokens,
      input_tokens,
      output_tokens,
      server_tool_use,
      ...(output_tokens_details !== undefined && { output_tokens_details }),
      ...(iterations !== undefined && { iterations }),
    },
    ...(message.context_management !== undefined && { context_management: message.context_management }),
  };
  yield { type: 'message_stop' };
}

function* blockEvents(block: ContentBlock, index: number, random: Random): Generator<MessageStreamEvent> {
  const [start, deltas] = split(block, random);
  yield { type: 'content_block_start', index, content_block: start };
  for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
  yield { type: 'content_block_stop', index };
}

/** Returns the initial form of a block and its deltas. */
function split(
  block: ContentBlock,
  random: Random,
): [start: ContentBlock, deltas: Iterable<ContentBlockDelta>] {
  switch (block.type) {
    case 'text':
      return [
        { ...block, text: '', citations: block.citations == null ? null : [] },
        textDeltas(block, random),
      ];
    case 'thinking':
      return [{ ...block, thinking: '', signature: '' }, thinkingDeltas(block, random)];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [{ ...block, input: {} }, inputDeltas(block.input, random)];
    case 'compaction':
      return [
        { ...block, content: null, encrypted_content: null },
        [{ type: 'compaction_delta', content: block.content, encrypted_content: block.encrypted_content }],
      ];
    default:
      return [block, []];
  }
}

function* textDeltas({ text, citations }: TextBlock, random: Random): Generator<ContentBlockDelta> {
  for (const piece of chunksOf(text, random)) yield { type: 'text_delta', text: piece };
  for (const citation of citations ?? []) yield { type: 'citations_delta', citation };
}

function* thinkingDeltas(block: ThinkingBlock, random: Random): Generator<ContentBlockDelta> {
  for (const thinking of chunksOf(block.thinking, random)) yield { type: 'thinking_delta', thinking };
  yield { type: 'signature_delta', signature: block.signature };
}

function* inputDeltas(input: unknown, random: Random): Generator<ContentBlockDelta> {
  yield { type: 'input_json_delta', partial_json: '' };
  for (const partial_json of chunksOf(JSON.stringify(input), random))
    yield { type: 'input_json_delta', partial_json };
}
