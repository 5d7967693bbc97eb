/** Session events: storage and delivery to listeners. */
import type { SessionEvent } from '@parlance/schemas';
import { deliverSessionEvent } from '../webhook-events.js';
import { noteEvent } from '../../tool-calls/tool-calls.js';
import type { World } from '../../world/world.js';
import { sessionEvents } from '../collections.js';
import type { StoredEvent } from './session.js';

/** Receives every event of a session, and undefined when the session is deleted. */
export type Listener = (stored: StoredEvent | undefined) => void;

type Listeners = Map<string, Set<Listener>>;

/** Session and thread of an event. */
export interface EventPlace {
  readonly world: World;
  readonly sessionId: string;
  readonly threadId: string;
  /** Whether the event appears in the session's list. Defaults to true. */
  readonly onSession?: boolean | undefined;
}

/** A known event without `id` and `processed_at`, which the log adds. */
export type NewEvent = SessionEvent extends infer E
  ? E extends { type: string; id: string }
    ? Omit<E, 'id' | 'processed_at'>
    : never
  : never;

/**
 * Stores a new event and delivers it to the listeners.
 *
 * @returns Id of the event.
 */
export function emit(place: EventPlace, event: NewEvent): string {
  const { world, sessionId } = place;
  const id = world.id('sevt_');
  const full = { id, processed_at: world.clock.iso(), ...event } as unknown as SessionEvent;
  record({ world, sessionId }, { event: full, threadId: place.threadId, onSession: place.onSession ?? true });
  deliverSessionEvent(world, sessionId, full);
  return id;
}

/** Stores a new or updated event and delivers it to the listeners. */
export function record(
  { world, sessionId }: { readonly world: World; readonly sessionId: string },
  stored: StoredEvent,
): void {
  const { id } = stored.event as { id: string };
  world.store.of(sessionEvents, sessionId).put(id, stored);
  noteEvent(world, sessionId, stored.event);
  publish(world, sessionId, stored);
}

/** Delivers an event to the listeners without storing it. Undefined ends their streams. */
export function publish(world: World, sessionId: string, stored: StoredEvent | undefined): void {
  for (const listener of listenersOf(world).get(sessionId) ?? []) listener(stored);
}

/** Subscribes to the events of a session. Returns a function that unsubscribes. */
export function listen(world: World, sessionId: string, listener: Listener): () => void {
  const listeners = listenersOf(world);
  const set = listeners.get(sessionId) ?? new Set();
  listeners.set(sessionId, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0 && listeners.get(sessionId) === set) listeners.delete(sessionId);
  };
}

function listenersOf(world: World): Listeners {
  return world.local<Listeners>('session-listeners', () => new Map());
}
