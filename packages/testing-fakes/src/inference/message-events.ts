/** A message as the events of its stream. */
import type {
  ContentBlock,
  ContentBlockDelta,
  Message,
  MessageStreamEvent,
  TextCitation,
} from '@parlance/schemas';
import { chunksOf } from '../model/chunks.js';
import type { Random } from '../world/random.js';

/**
 * Takes a message apart into events: the joined deltas are the message again.
 *
 * @param message - The whole message.
 * @param random - Decides where texts are cut.
 */
export function* messageEvents(message: Message, random: Random): Generator<MessageStreamEvent> {
  const { usage, stop_reason, stop_sequence, stop_details, container } = message;
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
      usage: { ...usage, output_tokens: 1, server_tool_use: null },
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
function split(block: ContentBlock, random: Random): [start: ContentBlock, deltas: ContentBlockDelta[]] {
  switch (block.type) {
    case 'text':
      return [
        { ...block, text: '', citations: block.citations == null ? null : [] },
        [
          ...chunksOf(block.text, random).map((text): ContentBlockDelta => ({ type: 'text_delta', text })),
          ...(block.citations ?? []).map(citationDelta),
        ],
      ];
    case 'thinking':
      return [
        { ...block, thinking: '', signature: '' },
        [
          ...chunksOf(block.thinking, random).map((thinking): ContentBlockDelta => ({
            type: 'thinking_delta',
            thinking,
          })),
          { type: 'signature_delta', signature: block.signature },
        ],
      ];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [
        { ...block, input: {} },
        ['', ...chunksOf(JSON.stringify(block.input), random)].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      ];
    case 'compaction':
      return [
        { ...block, content: null, encrypted_content: null },
        [{ type: 'compaction_delta', content: block.content, encrypted_content: block.encrypted_content }],
      ];
    default:
      return [block, []];
  }
}

function citationDelta(citation: TextCitation): ContentBlockDelta {
  return { type: 'citations_delta', citation };
}
