/** Live streams of session events. */
import type { PreviewedEventType, SessionEvent, SessionStreamEvent } from '@parlance/schemas';
import { chunksOf } from '../model/chunks.js';
import { createRandom, hashText } from '../world/random.js';
import type { World } from '../world/world.js';
import { listen } from './run/session-log.js';
import type { StoredEvent } from './run/session.js';

/** Interval between heartbeats, in milliseconds of the world's clock. */
const HEARTBEAT_MS = 15_000;
/** Maximum number of events buffered for a slow reader before its stream is closed. */
const MAX_BEHIND = 10_000;

/** Options for {@link liveEvents}. */
export interface LiveParts {
  readonly world: World;
  readonly sessionId: string;
  /** Whether an event is part of the stream. */
  readonly passes: (stored: StoredEvent) => boolean;
  /** Types of the events to preview. */
  readonly previews: readonly PreviewedEventType[];
  /** Aborted when the reader disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Yields new events of a session, with heartbeats, until the session is deleted or the reader disconnects.
 *
 * @param parts - Session to follow and the filter for its events.
 */
export function liveEvents({
  world,
  sessionId,
  passes,
  previews,
  signal,
}: LiveParts): AsyncIterable<SessionStreamEvent> {
  // Listen now, not on the first `next()`: events emitted in between are part of the stream.
  const waiting: SessionStreamEvent[] = [];
  let isOver = signal.aborted;
  let wakeUp: (() => void) | undefined;
  const ring = (): void => {
    wakeUp?.();
    wakeUp = undefined;
  };
  const stop = listen(world, sessionId, (stored) => {
    // After the cut, drop everything: a reader that catches up must see the end of the stream, not a gap.
    if (isOver) return;
    if (stored === undefined || waiting.length >= MAX_BEHIND) isOver = true;
    else if (passes(stored)) waiting.push(...previewsOf(stored.event, previews), stored.event);
    ring();
  });
  const beat = (): void => {
    // Skip the heartbeat while events are pending. Otherwise heartbeats would pile up for a reader that has stalled.
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

/** Returns the previews of an event: its start, and the text of a message in pieces. */
function previewsOf(event: SessionEvent, types: readonly PreviewedEventType[]): SessionStreamEvent[] {
  if (!types.some((type) => type === event.type)) return [];
  const start = {
    type: 'event_start' as const,
    event: { id: event.id, type: event.type as PreviewedEventType },
  };
  if (event.type !== 'agent.message') return [start];
  const deltas = event.content.flatMap((block, index) =>
    block.type === 'text'
      ? [...chunksOf(block.text, createRandom(hashText(event.id)))].map((text) => ({
          type: 'event_delta' as const,
          event_id: event.id,
          delta: { type: 'content_delta' as const, index, content: { type: 'text' as const, text } },
        }))
      : [],
  );
  return [start, ...deltas];
}
