/** The journal: requests and response statuses, without keys, prompts and replies. */

/** A request in the journal. */
export interface JournalEntry {
  /** Sequence number in the emulator's journal, starting at 1. */
  readonly number: number;
  /** Name of the world; null when the request had no valid key. */
  readonly world: string | null;
  /** World time when the request was received, RFC 3339; null without a world. */
  readonly time: string | null;
  /** Duration until the response headers, in milliseconds of world time. */
  readonly duration_ms: number;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Operation id; null when the method and path match no operation. */
  readonly operation: string | null;
  /** Status code; null when the connection was cut before the response. */
  readonly status: number | null;
  /** Id of the rule that the request violated, or null. */
  readonly rule: string | null;
  /** Index of the injected fault in the world's list, or null. */
  readonly fault: number | null;
  /** First model that the request names and `models.list` does not have, at most 100 characters; null without one. */
  readonly unknown_model: string | null;
  /** Request id of the response. */
  readonly request_id: string;
}

/** The most recent requests. */
export interface Journal {
  /** Adds a request and assigns its number. */
  add(entry: Omit<JournalEntry, 'number'>): JournalEntry;
  /** Replaces the entries of a world, with new numbers and without calling `onEntry`. */
  replace(world: string, entries: readonly JournalEntry[]): void;
  /** Returns the entries, oldest first, of one world or of all. */
  entries(world?: string): readonly JournalEntry[];
  /** Removes the entries of one world or of all. */
  clear(world?: string): void;
}

/**
 * Creates a journal.
 *
 * @param capacity - Maximum number of entries. Beyond it, the oldest is dropped.
 * @param onEntry - Called for each added request.
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
