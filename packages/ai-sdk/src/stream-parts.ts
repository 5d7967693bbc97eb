/** Converts stream events to stream parts of the AI SDK. */
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type {
  ContentBlock,
  ContentBlockDelta,
  Message,
  MessageStreamEvent,
} from '@parlance/schemas/inference';
import { blockContent, citedFields, sourcesOf } from './reply-content.js';

/**
 * Converts an event.
 *
 * @param event - Event.
 * @param message - The reply so far, including the event.
 * @param prefix - Prefix of the ids of text and reasoning, to distinguish several replies.
 */
export function streamParts(
  event: MessageStreamEvent,
  message: Message | undefined,
  prefix = '',
): LanguageModelV4StreamPart[] {
  if (event.type === 'message_start') {
    const { id, model } = event.message;
    return [{ type: 'response-metadata', id, modelId: model }];
  }
  if (
    event.type !== 'content_block_start' &&
    event.type !== 'content_block_delta' &&
    event.type !== 'content_block_stop'
  )
    return [];
  const block = message?.content[event.index];
  if (block === undefined) return [];
  const place = { block, id: `${prefix}${event.index}`, index: event.index };
  if (event.type === 'content_block_start') return startParts(place);
  if (event.type === 'content_block_delta') return deltaParts(place, event.delta);
  return endParts(place);
}

interface BlockPlace {
  readonly block: ContentBlock;
  readonly id: string;
  readonly index: number;
}

function startParts({ block, id }: BlockPlace): LanguageModelV4StreamPart[] {
  if (block.type === 'text') {
    const start = { type: 'text-start', id } as const;
    return block.text === '' ? [start] : [start, { type: 'text-delta', id, delta: block.text }];
  }
  if (block.type === 'thinking' || block.type === 'redacted_thinking')
    return [{ type: 'reasoning-start', id }];
  if (block.type === 'tool_use') return [{ type: 'tool-input-start', id: block.id, toolName: block.name }];
  return [];
}

function deltaParts({ block, id }: BlockPlace, delta: ContentBlockDelta): LanguageModelV4StreamPart[] {
  if (delta.type === 'text_delta') return [{ type: 'text-delta', id, delta: delta.text }];
  if (delta.type === 'thinking_delta') return [{ type: 'reasoning-delta', id, delta: delta.thinking }];
  if (delta.type === 'input_json_delta' && block.type === 'tool_use')
    return [{ type: 'tool-input-delta', id: block.id, delta: delta.partial_json }];
  return [];
}

function endParts({ block, id, index }: BlockPlace): LanguageModelV4StreamPart[] {
  if (block.type === 'text') {
    const cited = citedFields(block, index);
    return [{ type: 'text-end', id, ...cited }, ...sourcesOf(cited)];
  }
  const content = blockContent(block, index);
  if (block.type === 'tool_use') return [{ type: 'tool-input-end', id: block.id }, ...toolCalls(content)];
  return content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type === 'custom') return [part];
    if (part.type !== 'reasoning') return [];
    const { providerMetadata = {} } = part;
    return [{ type: 'reasoning-end', id, providerMetadata }];
  });
}

function toolCalls(content: ReturnType<typeof blockContent>): LanguageModelV4StreamPart[] {
  return content.filter((part) => part.type === 'tool-call');
}
