import type { ContentBlockParam, MessageParam, Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';

/** One turn of the conversation as the page shows it. */
export interface Turn {
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly TurnBlock[];
  /**
   * `writing` while it streams, `stopped` by the user, `cut` when it ended early, `replaced` when it was cut and
   * requested again: it stays visible but is no longer sent.
   */
  readonly state: 'done' | 'writing' | 'stopped' | 'cut' | 'replaced';
  /** How a reply that was cut was resumed: `continued` in its own text, or requested `again`. */
  readonly resumed?: 'continued' | 'again' | undefined;
  /** Number of replies after which a run of tool calls was stopped. */
  readonly limit?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly stopReason?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly cost?: number | null | undefined;
}

/** A content block with state that only the page needs. */
export type TurnBlock = ContentBlockParam & {
  /** Set until the end of the block has arrived. */
  partial?: true | undefined;
  /** JSON of a tool's input while it streams. */
  partialJson?: string | undefined;
};

/** Creates a turn. */
export function newTurn(role: Turn['role'], blocks: readonly ContentBlockParam[] = []): Turn {
  return { key: crypto.randomUUID(), role, blocks, state: role === 'user' ? 'done' : 'writing' };
}

/** Returns the index of the last turn that a person wrote. Turns with tool results are not. */
export function lastQuestionIn(turns: readonly Turn[]): number {
  return turns.findLastIndex(({ role, blocks }) => role === 'user' && blocks[0]?.type !== 'tool_result');
}

/** Returns the text of blocks. */
export function textOf(blocks: readonly TurnBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

/**
 * Converts turns into the messages of a request. Partial text is included. Partial thinking lacks a signature, a partial
 * tool call lacks its input, and the service rejects a call without a result, so those are dropped.
 */
export function messagesOf(turns: readonly Turn[]): MessageParam[] {
  return turns.flatMap((turn, index) => {
    if (turn.state === 'replaced') return [];
    const completed = completedCalls(turns[index + 1]);
    const content = turn.blocks.filter((block) => canBeSent(block, completed)).map(plain);
    return content.some(hasContent) ? [{ role: turn.role, content }] : [];
  });
}

/** IDs of the tool calls that the turn holds results for. */
function completedCalls(turn: Turn | undefined): ReadonlySet<string> {
  return new Set(turn?.blocks.map((block) => (block.type === 'tool_result' ? block.tool_use_id : '')));
}

function canBeSent(block: TurnBlock, completed: ReadonlySet<string>): boolean {
  if (block.type === 'text') return block.text.trim() !== '';
  if (block.type === 'tool_use') return completed.has(block.id);
  return block.partial !== true;
}

/** A message needs more than thinking blocks. */
function hasContent({ type }: ContentBlockParam): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking';
}

/** Returns the block without the page's own state. */
export function plain(block: TurnBlock): ContentBlockParam {
  const { partial: _, partialJson: __, ...copy } = block;
  return copy as ContentBlockParam;
}
