import type { ContentBlockParam, MessageParam, Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';

/** One turn of the conversation as the page shows it. */
export interface Turn {
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly TurnBlock[];
  /**
   * `writing` while it arrives; `stopped` by the visitor; `cut` when it ended early; `replaced` when it was cut and
   * another reply was asked for: it is still shown, and sent no more.
   */
  readonly state: 'done' | 'writing' | 'stopped' | 'cut' | 'replaced';
  /** A reply that was cut before: `continued` in its own text, or asked for `again`. */
  readonly resumed?: 'continued' | 'again' | undefined;
  /** The model called tools in so many replies without an end, and was asked no more. */
  readonly limit?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly stopReason?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly cost?: number | null | undefined;
}

/** A content block, and what only the page knows of it. */
export type TurnBlock = ContentBlockParam & {
  /** Until its end has arrived. */
  partial?: true | undefined;
  /** The JSON of a tool's input while it is still arriving. */
  partialJson?: string | undefined;
};

/** A turn that begins. */
export function newTurn(role: Turn['role'], blocks: readonly ContentBlockParam[] = []): Turn {
  return { key: crypto.randomUUID(), role, blocks, state: role === 'user' ? 'done' : 'writing' };
}

/**
 * The turns as messages of a request: what is whole, and half a text, which is a text too. Half a thought has no
 * signature, half a call no input, and a call that no tool has answered would be refused.
 */
export function messagesOf(turns: readonly Turn[]): MessageParam[] {
  return turns.flatMap((turn, index) => {
    if (turn.state === 'replaced') return [];
    const answered = answersOf(turns[index + 1]);
    const content = turn.blocks.filter((block) => canBeSent(block, answered)).map(plain);
    return content.some(saysSomething) ? [{ role: turn.role, content }] : [];
  });
}

/** Ids of the calls that a turn answers. */
function answersOf(turn: Turn | undefined): ReadonlySet<string> {
  return new Set(turn?.blocks.map((block) => (block.type === 'tool_result' ? block.tool_use_id : '')));
}

function canBeSent(block: TurnBlock, answered: ReadonlySet<string>): boolean {
  if (block.type === 'text') return block.text.trim() !== '';
  if (block.type === 'tool_use') return answered.has(block.id);
  return block.partial !== true;
}

/** A thought alone is no message. */
function saysSomething({ type }: ContentBlockParam): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking';
}

/** A block without what only the page needs. */
export function plain(block: TurnBlock): ContentBlockParam {
  const { partial: _, partialJson: __, ...copy } = block;
  return copy as ContentBlockParam;
}
