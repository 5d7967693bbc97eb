import type { MessageParam } from '@parlance/schemas';
import { messagesOf, newTurn, plain, type Turn, type TurnBlock } from './turn.js';

/** How the next reply is asked for. */
export interface ReplyPlan {
  /** The conversation; its last turn is the one that the reply goes to. */
  readonly turns: readonly Turn[];
  readonly messages: MessageParam[];
  /** Where in the turn the first block of the reply goes. */
  readonly offset: number;
  /** Whether the reply goes on in a text that was cut. Then the model must not think first. */
  readonly continues: boolean;
}

/**
 * Plans the next reply. One that was cut is gone on with where its text ends, because the service continues a final
 * assistant turn. That turn is sent without its thoughts, and thinking is off for it: what it has thought is in its
 * text, and whether a reply that continues may think first is not documented. A call that was cut is made anew. Where
 * there is no text to go on with, the reply is asked for again, and what was cut stays in view.
 *
 * @param turns - The conversation.
 * @param mayContinue - False when the service has refused to go on with this reply.
 */
export function planReply(turns: readonly Turn[], mayContinue = true): ReplyPlan {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return begin(turns, undefined);
  const before = turns.slice(0, -1);
  const said = mayContinue ? textToContinue(last) : undefined;
  if (said !== undefined) return goOn(before, last, said);
  const isShown = last.blocks.length > 0;
  return begin(isShown ? [...before, { ...last, state: 'replaced', problem: undefined }] : before, isShown);
}

function begin(turns: readonly Turn[], again: boolean | undefined): ReplyPlan {
  const reply: Turn = { ...newTurn('assistant'), resumed: again === true ? 'again' : undefined };
  return { turns: [...turns, reply], messages: messagesOf(turns), offset: 0, continues: false };
}

function goOn(before: readonly Turn[], turn: Turn, blocks: readonly TurnBlock[]): ReplyPlan {
  const reply: Turn = { ...turn, blocks, state: 'writing', resumed: 'continued', problem: undefined };
  const content = blocks.filter(({ type }) => type === 'text').map(plain);
  const last = blocks.length - 1;
  return {
    turns: [...before, reply],
    messages: [...messagesOf(before), { role: 'assistant', content }],
    // Text that rests on a source ends with its block.
    offset: hasCitations(blocks[last]) ? last + 1 : last,
    continues: true,
  };
}

/** The blocks up to the last text that comes before any call, or undefined when there is no such text. */
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

/** A text to be continued must not end in white space: the model writes the space before its next word itself. */
function withoutTrailingSpace(block: TurnBlock): TurnBlock {
  return block.type === 'text' ? { ...block, text: block.text.trimEnd() } : block;
}

function hasCitations(block: TurnBlock | undefined): boolean {
  return block?.type === 'text' && (block.citations?.length ?? 0) > 0;
}
