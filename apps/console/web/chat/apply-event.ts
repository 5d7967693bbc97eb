import type { ContentBlockDeltaEvent, MessageStreamEvent } from '@parlance/schemas';
import { plain, type Turn, type TurnBlock } from './turn.js';

/**
 * Applies a stream event to the turn that is being written.
 *
 * @param turn - The turn so far.
 * @param event - The event. Unknown types are ignored.
 * @param offset - Index in the turn of this stream's first block. Greater than 0 when a cut reply is continued.
 */
export function applyEvent(turn: Turn, event: MessageStreamEvent, offset = 0): Turn {
  switch (event.type) {
    case 'message_start':
      return { ...turn, model: event.message.model, usage: event.message.usage };
    case 'content_block_start':
      return withBlock(turn, event.index + offset, (known) =>
        startBlock(known, event.content_block as TurnBlock),
      );
    case 'content_block_delta':
      return withBlock(turn, event.index + offset, (block) =>
        block === undefined ? undefined : grow(block, event.delta),
      );
    case 'content_block_stop':
      return withBlock(turn, event.index + offset, (block) =>
        block === undefined ? undefined : finish(block),
      );
    case 'message_delta': {
      const usage = turn.usage && { ...turn.usage, ...present(event.usage) };
      return { ...turn, stopReason: event.delta.stop_reason, usage };
    }
    default:
      return turn;
  }
}

function withBlock(
  turn: Turn,
  index: number,
  change: (block: TurnBlock | undefined) => TurnBlock | undefined,
): Turn {
  const block = change(turn.blocks[index]);
  return block === undefined ? turn : { ...turn, blocks: turn.blocks.toSpliced(index, 1, block) };
}

/** Continues the text block that was cut, if there is one. Otherwise starts a new block. */
function startBlock(known: TurnBlock | undefined, block: TurnBlock): TurnBlock {
  return known?.type === 'text' && block.type === 'text'
    ? { ...known, text: known.text + block.text, partial: true }
    : { ...block, partial: true };
}

function grow(block: TurnBlock, delta: ContentBlockDeltaEvent['delta']): TurnBlock {
  if (delta.type === 'text_delta' && block.type === 'text')
    return { ...block, text: block.text + delta.text };
  if (delta.type === 'input_json_delta') {
    return { ...block, partialJson: (block.partialJson ?? '') + delta.partial_json };
  }
  if (block.type === 'thinking') {
    if (delta.type === 'thinking_delta') return { ...block, thinking: block.thinking + delta.thinking };
    if (delta.type === 'signature_delta') return { ...block, signature: delta.signature };
  }
  if (delta.type === 'citations_delta' && block.type === 'text') {
    return { ...block, citations: [...(block.citations ?? []), delta.citation] };
  }
  return block;
}

function finish(block: TurnBlock): TurnBlock {
  const { partialJson } = block;
  if (partialJson === undefined || partialJson === '') return plain(block);
  return { ...plain(block), input: JSON.parse(partialJson) as unknown } as TurnBlock;
}

/** Drops null and absent counts, which leave the known ones unchanged. */
function present<T extends object>(usage: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count != null)) as never;
}
