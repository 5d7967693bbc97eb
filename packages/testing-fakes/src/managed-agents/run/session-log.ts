/** The events of a session: stored, listed, and handed to whoever listens. */
import type { SessionEvent } from '@parlance/schemas';
import type { World } from '../../world/world.js';
import { sessionEvents } from '../collections.js';
import type { StoredEvent } from './session-state.js';

/** Hears of every event of a session, and of its end (undefined). */
export type Listener = (stored: StoredEvent | undefined) => void;

type Listeners = Map<string, Set<Listener>>;

/** Where an event belongs. */
export interface EventPlace {
  readonly world: World;
  readonly sessionId: string;
  readonly threadId: string;
  /** Whether the session's own list shows it. Default true. */
  readonly onSession?: boolean | undefined;
}

/** A known event without what the log adds. */
export type NewEvent = SessionEvent extends infer E
  ? E extends { type: string; id: string }
    ? Omit<E, 'id' | 'processed_at'>
    : never
  : never;

/**
 * Stores an event of the service and hands it to the listeners.
 *
 * @returns Its identifier.
 */
export function emit(place: EventPlace, event: NewEvent): string {
  const { world, sessionId } = place;
  const id = world.id('sevt_');
  const full = { id, processed_at: world.clock.iso(), ...event } as unknown as SessionEvent;
  record({ world, sessionId }, { event: full, threadId: place.threadId, onSession: place.onSession ?? true });
  return id;
}

/** Stores an event, or another state of it, and hands it to the listeners. */
export function record(
  { world, sessionId }: { readonly world: World; readonly sessionId: string },
  stored: StoredEvent,
): void {
  const { id } = stored.event as { id: string };
  world.store.of(sessionEvents, sessionId).put(id, stored);
  publish(world, sessionId, stored);
}

/** Hands an event to the listeners without storing it; undefined ends their streams. */
export function publish(world: World, sessionId: string, stored: StoredEvent | undefined): void {
  for (const listener of listenersOf(world).get(sessionId) ?? []) listener(stored);
}

/** Listens to a session. Gives the way to stop. */
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
