/** Live streams of session events. */
import type { SessionEvent } from '@parlance/schemas';
import type { World } from '../world/world.js';
import { listen } from './run/session-log.js';
import type { StoredEvent } from './run/session-state.js';

/** Milliseconds of the world's time between two heartbeats. */
const HEARTBEAT_MS = 15_000;
/** Events that a slow reader may leave behind before its stream is cut. */
const MAX_BEHIND = 10_000;

/** What a stream shows. */
export interface LiveParts {
  readonly world: World;
  readonly sessionId: string;
  /** Whether an event is shown. */
  readonly passes: (stored: StoredEvent) => boolean;
  /** Fires when the reader leaves. */
  readonly signal: AbortSignal;
}

/**
 * Gives the events from now on, with heartbeats, until the session is deleted or the reader leaves.
 *
 * @param parts - See {@link LiveParts}.
 */
export function liveEvents({ world, sessionId, passes, signal }: LiveParts): AsyncIterable<SessionEvent> {
  // Listening begins at once, not when the first event is asked for: what happens in between belongs to the stream.
  const waiting: SessionEvent[] = [];
  let isOver = signal.aborted;
  let wakeUp: (() => void) | undefined;
  const ring = (): void => {
    wakeUp?.();
    wakeUp = undefined;
  };
  const stop = listen(world, sessionId, (stored) => {
    // Once it is cut nothing follows: a reader who catches up must see the end, not a gap.
    if (isOver) return;
    if (stored === undefined || waiting.length >= MAX_BEHIND) isOver = true;
    else if (passes(stored)) waiting.push(stored.event);
    ring();
  });
  const beat = (): void => {
    // A reader who has something to read needs no sign of life; one who has stopped must not gather them.
    if (waiting.length === 0) waiting.push({ type: 'ping' } as unknown as SessionEvent);
    cancel = world.clock.schedule(HEARTBEAT_MS, beat);
    ring();
  };
  let cancel = world.clock.schedule(HEARTBEAT_MS, beat);
  const leave = (): void => {
    isOver = true;
    stop();
    cancel();
    ring();
  };
  signal.addEventListener('abort', leave, { once: true });
  return (async function* () {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (isOver) return;
        else await new Promise<void>((resolve) => (wakeUp = resolve));
      }
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  })();
}
