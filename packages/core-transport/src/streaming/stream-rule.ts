import type { Operation } from '@parlance/schemas/kit';

/** What the transport must know about a kind of stream to detect a stall and its last event. */
export interface StreamRule {
  /** Whether its deadlines are reset by content (messages, completions) or by any byte (sessions). */
  readonly pace: 'content' | 'bytes';
  /** Whether an event is content; what is not may be thrown away with a failed attempt. */
  isContent(type: unknown, event: object): boolean;
  /** Whether an event is the last one. */
  isLast(type: unknown, event: object): boolean;
}

const RULES: Readonly<Record<NonNullable<Operation['stream']>, StreamRule>> = {
  message: {
    pace: 'content',
    isContent: (type, event) => type !== 'message_start' && !opensEmptyBlock(type, event),
    isLast: (type) => type === 'message_stop',
  },
  completion: {
    pace: 'content',
    isContent: () => true,
    isLast: (_type, event) => ((event as { stop_reason?: unknown }).stop_reason ?? null) !== null,
  },
  session: { pace: 'bytes', isContent: () => true, isLast: () => false },
};

/** The rule of an operation's stream. */
export function streamRule(operation: Operation): StreamRule {
  return RULES[operation.stream ?? 'session'];
}

/** A service opens the first block with the message, before it knows whether the block gets any content. */
function opensEmptyBlock(type: unknown, event: object): boolean {
  if (type !== 'content_block_start') return false;
  const block = (event as { content_block?: Readonly<Record<string, unknown>> | null }).content_block;
  const kind = block?.['type'];
  return (kind === 'text' || kind === 'thinking') && block?.[kind] === '';
}
