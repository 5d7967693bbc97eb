import type { Operation } from '@parlance/schemas';

/** What the transport must know of a kind of stream to tell whether it is alive and when it is complete. */
export interface StreamRule {
  /** Whether its deadlines look at content (messages, completions) or at any byte (sessions). */
  readonly pace: 'content' | 'bytes';
  /** Whether an event is content; what is not may be thrown away with a failed attempt. */
  isContent(type: unknown, event: object): boolean;
  /** Whether an event is the last one. */
  isLast(type: unknown, event: object): boolean;
}

const RULES: Readonly<Record<NonNullable<Operation['stream']>, StreamRule>> = {
  message: {
    pace: 'content',
    isContent: (type) => type !== 'message_start',
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
