import type { ContentBlockParam, MessageParam, Usage } from '@parlance/schemas';
import type { Problem } from '../../server/problem.js';

/** One turn of the conversation as the page shows it. */
export interface Turn {
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly TurnBlock[];
  /** `writing` while it arrives; `cut` when it ended early and can be continued. */
  readonly state: 'done' | 'writing' | 'stopped' | 'cut';
  readonly problem?: Problem | undefined;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly stopReason?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly cost?: number | null | undefined;
}

/** A content block, and the JSON of a tool's input while it is still arriving. */
export type TurnBlock = ContentBlockParam & { partialJson?: string | undefined };

/** The turns as messages of a request: without empty turns, and without what only the page needs. */
export function messagesOf(turns: readonly Turn[]): MessageParam[] {
  return turns
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ role, blocks }) => ({ role, content: blocks.map(sendable) }));
}

function sendable(block: TurnBlock): ContentBlockParam {
  const copy = { ...block };
  delete copy.partialJson;
  return copy;
}

/** The text of a turn. */
export function textOf({ blocks }: Turn): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/**
 * Whether a cut reply can be gone on with: the service continues a final assistant turn, but only one of plain text.
 */
export function isContinuable(turn: Turn | undefined): boolean {
  return (
    turn?.role === 'assistant' &&
    turn.blocks.length > 0 &&
    turn.blocks.every((block) => block.type === 'text') &&
    textOf(turn).trim() !== ''
  );
}
