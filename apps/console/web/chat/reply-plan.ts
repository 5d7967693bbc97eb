import type { MessageParam } from '@parlance/schemas';
import { messagesOf, newTurn, plain, type Turn, type TurnBlock } from './turn.js';

/** How to request the next reply. */
export interface ReplyPlan {
  /** The conversation. Its last turn receives the reply. */
  readonly turns: readonly Turn[];
  /** The messages to send. */
  readonly messages: MessageParam[];
  /** Index in that turn of the reply's first block. */
  readonly offset: number;
  /** Whether the reply continues a text that was cut. Thinking is off for such a request. */
  readonly continues: boolean;
}

/**
 * Plans the next reply. A reply that was cut continues where its text ends, because the service continues a final
 * assistant turn. That turn is sent without its thinking blocks and with thinking off: whether a continued reply may
 * think first is not documented. A tool call that was cut is dropped, and the model makes it again. If there is no text
 * to continue, the reply is requested again and the cut one stays visible.
 *
 * @param turns - The conversation.
 * @param mayContinue - False when the service has rejected the continuation of this reply.
 */
export function planReply(turns: readonly Turn[], mayContinue = true): ReplyPlan {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return startOver(turns, false);
  const before = turns.slice(0, -1);
  const written = mayContinue ? textToContinue(last) : undefined;
  if (written !== undefined) return continueTurn(before, last, written);
  const isShown = last.blocks.length > 0;
  return startOver(
    isShown ? [...before, { ...last, state: 'replaced', problem: undefined }] : before,
    isShown,
  );
}

function startOver(turns: readonly Turn[], isRetry: boolean): ReplyPlan {
  const reply: Turn = { ...newTurn('assistant'), resumed: isRetry ? 'again' : undefined };
  return { turns: [...turns, reply], messages: messagesOf(turns), offset: 0, continues: false };
}

function continueTurn(before: readonly Turn[], turn: Turn, blocks: readonly TurnBlock[]): ReplyPlan {
  const reply: Turn = { ...turn, blocks, state: 'writing', resumed: 'continued', problem: undefined };
  const content = blocks.filter(({ type }) => type === 'text').map(plain);
  const last = blocks.length - 1;
  return {
    turns: [...before, reply],
    messages: [...messagesOf(before), { role: 'assistant', content }],
    // A text block with citations cannot be extended, so the reply continues in the next block.
    offset: hasCitations(blocks[last]) ? last + 1 : last,
    continues: true,
  };
}

/** Returns the blocks up to the last text before any tool call, or undefined if there is no such text. */
function textToContinue({ blocks }: Turn): readonly TurnBlock[] | undefined {
  const other = blocks.findIndex(({ type }) => type !== 'text' && !type.endsWith('thinking'));
  const head = other < 0 ? blocks : blocks.slice(0, other);
  const end = head.findLastIndex((block) => block.type === 'text' && block.text.trim() !== '');
  if (end < 0) return undefined;
  return head
    .slice(0, end + 1)
    .filter((block) => block.type !== 'text' || block.text.trim() !== '')
    .map((block, index, all) => (index === all.length - 1 ? withoutTrailingSpace(block) : block));
}

/** Trims the text to continue: the model writes the space before its next word itself. */
function withoutTrailingSpace(block: TurnBlock): TurnBlock {
  return block.type === 'text' ? { ...block, text: block.text.trimEnd() } : block;
}

function hasCitations(block: TurnBlock | undefined): boolean {
  return block?.type === 'text' && (block.citations?.length ?? 0) > 0;
}
