/** A message as the events of its stream. */
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
 * Takes a message apart into events, each when it is asked for: the joined deltas are the message again.
 *
 * @param message - The whole message.
 * @param random - Decides where texts are cut.
 */
export function messageEvents(message: Message, random: Random): Iterable<MessageStreamEvent> {
  // Taken now: streams that are read side by side would otherwise cut each other's texts elsewhere in each run.
  return eventsOf(message, forkRandom(random));
}

function* eventsOf(message: Message, random: Random): Generator<MessageStreamEvent> {
  const { usage, stop_reason, stop_sequence, stop_details, container } = message;
  const { iterations, ...started } = usage;
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

/** What a block begins as, and what it gains. */
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
