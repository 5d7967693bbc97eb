import type { ActivityColumns } from '../../server/activities.js';
import { FAMILIES } from '../../server/activity-families.js';

/** A time range, in seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Activities in columns, newest first. Only the first `count` entries of each column belong to the log. */
export interface ActivityLog {
  readonly count: number;
  /** Seconds since 1970, or NaN for an activity without a time. */
  readonly times: Float64Array;
  /** Indexes of {@link FAMILIES}. */
  readonly families: Uint8Array;
  readonly types: readonly string[];
  readonly actors: readonly string[];
  readonly ids: readonly (string | null)[];
  /** Number of activities of each family. */
  readonly perFamily: readonly number[];
  /** From the oldest to the newest activity. Undefined if none has a time. */
  readonly span: Span | undefined;
}

/** An empty log. */
export const NO_ACTIVITIES: ActivityLog = {
  count: 0,
  times: new Float64Array(),
  families: new Uint8Array(),
  types: [],
  actors: [],
  ids: [],
  perFamily: FAMILIES.map(() => 0),
  span: undefined,
};

/**
 * Collects pages of activities into logs. All logs share the same columns, so appending a page costs only its own
 * length. New entries are beyond the `count` of earlier logs, which therefore stay valid.
 */
export class ActivityPages {
  #count = 0;
  #times = new Float64Array(8_192);
  #families = new Uint8Array(8_192);
  readonly #types: string[] = [];
  readonly #actors: string[] = [];
  readonly #ids: (string | null)[] = [];
  readonly #perFamily: number[] = FAMILIES.map(() => 0);
  #oldest = Infinity;
  #newest = -Infinity;
  /** Interned types. Each parsed page has its own copies of the strings. */
  readonly #known = new Map<string, string>();

  /** Appends a page of activities, all older than the previous ones, and returns the extended log. */
  append({ times, types, families, actors, ids }: ActivityColumns): ActivityLog {
    this.#makeRoom(this.#count + times.length);
    for (const [index, time] of times.entries()) {
      const type = types[index] ?? '';
      if (!this.#known.has(type)) this.#known.set(type, type);
      this.#types.push(this.#known.get(type) ?? type);
      this.#actors.push(actors[index] ?? '');
      this.#ids.push(ids[index] ?? null);
      this.#add(time, families[index] ?? 0);
    }
    return {
      count: this.#count,
      times: this.#times,
      families: this.#families,
      types: this.#types,
      actors: this.#actors,
      ids: this.#ids,
      perFamily: [...this.#perFamily],
      span: this.#oldest > this.#newest ? undefined : { from: this.#oldest, to: this.#newest },
    };
  }

  #add(time: number | null, family: number): void {
    this.#times[this.#count] = time ?? NaN;
    this.#families[this.#count] = family;
    this.#perFamily[family] = (this.#perFamily[family] ?? 0) + 1;
    this.#oldest = Math.min(this.#oldest, time ?? Infinity);
    this.#newest = Math.max(this.#newest, time ?? -Infinity);
    this.#count += 1;
  }

  #makeRoom(count: number): void {
    if (count <= this.#times.length) return;
    const times = new Float64Array(count * 2);
    const families = new Uint8Array(count * 2);
    times.set(this.#times);
    families.set(this.#families);
    this.#times = times;
    this.#families = families;
  }
}

/** Returns the indexes of the visible activities in a range, newest first. Activities without a time are in every range. */
export function findActivities(
  { count, times, families }: ActivityLog,
  shown: ReadonlySet<number>,
  span: Span | undefined,
): Uint32Array {
  const isShown = FAMILIES.map((_, family) => shown.has(family));
  const { from, to } = span ?? { from: -Infinity, to: Infinity };
  const found = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    const time = times[index] ?? NaN;
    if (time < from || time > to || isShown[families[index] ?? -1] !== true) continue;
    found[length] = index;
    length += 1;
  }
  return found.subarray(0, length);
}

/** Counts the activities of each family in columns of equal length. The result is `counts[family * columns + column]`. */
export function countByColumn(
  { count, times, families }: ActivityLog,
  grid: { readonly from: number; readonly columns: number; readonly secondsPerColumn: number },
): Uint32Array {
  const { from, columns, secondsPerColumn } = grid;
  const counts = new Uint32Array(FAMILIES.length * columns);
  for (let index = 0; index < count; index += 1) {
    const column = Math.floor(((times[index] ?? NaN) - from) / secondsPerColumn);
    if (!(column >= 0 && column < columns)) continue;
    const place = (families[index] ?? 0) * columns + column;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
