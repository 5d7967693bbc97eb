import type { Operation } from '@parlance/schemas/kit';

/** How the transport detects a stall and the last event of a kind of stream. */
export interface StreamRule {
  /** Whether its deadlines are reset by content (messages, completions) or by any byte (sessions). */
  readonly pace: 'content' | 'bytes';
  /**
   * Whether an event is content. Other events may be discarded with a failed attempt, and do not extend the deadline: a
   * server that sends nothing but unknown events has stalled.
   */
  isContent(type: unknown, event: object): boolean;
  /** Whether an event is the last one. */
  isLast(type: unknown, event: object): boolean;
}

const RULES: Readonly<Record<NonNullable<Operation['stream']>, StreamRule>> = {
  message: {
    pace: 'content',
    isContent: isMessageContent,
    isLast: (type) => type === 'message_stop',
  },
  completion: {
    pace: 'content',
    isContent: (_type, event) => typeof (event as { completion?: unknown }).completion === 'string',
    isLast: (_type, event) => ((event as { stop_reason?: unknown }).stop_reason ?? null) !== null,
  },
  session: { pace: 'bytes', isContent: () => true, isLast: () => false },
};

/** Returns the rule of an operation's stream. */
export function streamRule(operation: Operation): StreamRule {
  return RULES[operation.stream ?? 'session'];
}

/** Content events of a message. The types of their blocks and deltas may be unknown. */
function isMessageContent(type: unknown, event: object): boolean {
  switch (type) {
    case 'content_block_delta':
    case 'content_block_stop':
    case 'message_delta':
      return true;
    case 'content_block_start':
      return !opensEmptyBlock(event);
    default:
      return false;
  }
}

/** Services open the first block right after the message starts, before the block has any content. */
function opensEmptyBlock(event: object): boolean {
  const block = (event as { content_block?: Readonly<Record<string, unknown>> | null }).content_block;
  const kind = block?.['type'];
  return (kind === 'text' || kind === 'thinking') && block?.[kind] === '';
}
