/** What was asked and what was answered: never keys, prompts or replies. */

/** One request. */
export interface JournalEntry {
  /** Place in the journal of the emulator, from 1. */
  readonly number: number;
  /** World; null when the request named none. */
  readonly world: string | null;
  /** World's time when the request came, RFC 3339; null without a world. */
  readonly time: string | null;
  /** Milliseconds of the world's time until the head of the answer. */
  readonly duration_ms: number;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Operation; null when the path leads to none. */
  readonly operation: string | null;
  /** Status code; null when the connection was cut before there was one. */
  readonly status: number | null;
  /** Rule that the request broke; null when it broke none. */
  readonly rule: string | null;
  /** Place of the fault that struck, in the world's list; null when none did. */
  readonly fault: number | null;
  /** Request id. */
  readonly request_id: string;
}

/** The latest requests. */
export interface Journal {
  /** Adds a request; its number is given here. */
  add(entry: Omit<JournalEntry, 'number'>): JournalEntry;
  /** Puts entries in the place of those of a world, as its latest. Nobody hears of them. */
  replace(world: string, entries: readonly JournalEntry[]): void;
  /** Gives the entries, oldest first, of one world or of all. */
  entries(world?: string): readonly JournalEntry[];
  /** Forgets the entries of one world or of all. */
  clear(world?: string): void;
}

/**
 * Makes a journal.
 *
 * @param capacity - Requests kept; the oldest give way.
 * @param onEntry - Hears of each request.
 */
export function createJournal(capacity: number, onEntry?: (entry: JournalEntry) => void): Journal {
  let ring: JournalEntry[] = [];
  let start = 0;
  let number = 0;
  function ordered(): JournalEntry[] {
    return [...ring.slice(start), ...ring.slice(0, start)];
  }
  function keep(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    const numbered: JournalEntry = { ...entry, number: ++number };
    if (ring.length < capacity) ring.push(numbered);
    else if (capacity > 0) {
      ring[start] = numbered;
      start = (start + 1) % capacity;
    }
    return numbered;
  }
  function clear(world?: string): void {
    ring = world === undefined ? [] : ordered().filter((entry) => entry.world !== world);
    start = 0;
  }
  return {
    add(entry) {
      const numbered = keep(entry);
      onEntry?.(numbered);
      return numbered;
    },
    replace(world, entries) {
      clear(world);
      for (const entry of entries) keep({ ...entry, world });
    },
    entries: (world) =>
      world === undefined ? ordered() : ordered().filter((entry) => entry.world === world),
    clear,
  };
}
