/** Converts stream events to stream parts of the AI SDK. */
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ContentBlock, ContentBlockDelta, MessageStreamEvent } from '@parlance/schemas/inference';
import { blockContent, serverCallOf, serverTool, type ReplyFacts } from './reply-content.js';

/**
 * Converts an event.
 *
 * @param event - Event.
 * @param reply - The reply so far, including the event.
 */
export function streamParts(event: MessageStreamEvent, reply: ReplyFacts): LanguageModelV4StreamPart[] {
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
  const block = reply.content[event.index];
  if (block === undefined) return [];
  const id = `${reply.prefix}${event.index}`;
  if (event.type === 'content_block_start') return startParts(block, id, reply);
  if (event.type === 'content_block_delta') return deltaParts(block, id, event.delta);
  return endParts(block, event.index, reply);
}

function startParts(block: ContentBlock, id: string, reply: ReplyFacts): LanguageModelV4StreamPart[] {
  if (block.type === 'text') {
    const start = { type: 'text-start', id } as const;
    return block.text === '' ? [start] : [start, { type: 'text-delta', id, delta: block.text }];
  }
  if (block.type === 'thinking' || block.type === 'redacted_thinking') {
    const start = { type: 'reasoning-start', id } as const;
    const delta = block.type === 'thinking' ? block.thinking : '';
    return delta === '' ? [start] : [start, { type: 'reasoning-delta', id, delta }];
  }
  if (block.type === 'tool_use')
    return [{ type: 'tool-input-start', id: block.id, toolName: reply.names.toOwn(block.name) }];
  const call = serverCallOf(block);
  return call === undefined ? [] : [{ type: 'tool-input-start', id: call.id, ...serverTool(call, reply) }];
}

function deltaParts(block: ContentBlock, id: string, delta: ContentBlockDelta): LanguageModelV4StreamPart[] {
  if (delta.type === 'text_delta') return [{ type: 'text-delta', id, delta: delta.text }];
  if (delta.type === 'thinking_delta') return [{ type: 'reasoning-delta', id, delta: delta.thinking }];
  if (delta.type !== 'input_json_delta') return [];
  const call = block.type === 'tool_use' ? block : serverCallOf(block);
  return call === undefined ? [] : [{ type: 'tool-input-delta', id: call.id, delta: delta.partial_json }];
}

function endParts(block: ContentBlock, index: number, reply: ReplyFacts): LanguageModelV4StreamPart[] {
  const id = `${reply.prefix}${index}`;
  const content = blockContent(block, index, reply);
  const end = content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type === 'source') return [];
    if (part.type === 'tool-call') return [{ type: 'tool-input-end', id: part.toolCallId }, part];
    if (part.type !== 'text' && part.type !== 'reasoning') return [part];
    const { text: _text, type, ...fields } = part;
    return [{ type: `${type}-end` as const, id, ...fields }];
  });
  return [...end, ...content.filter((part) => part.type === 'source')];
}
