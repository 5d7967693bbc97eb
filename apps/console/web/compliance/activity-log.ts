import type { ActivityColumns } from '../../server/compliance.js';
import { FAMILIES, familyOf } from './families.js';

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
  readonly #perFamily: number[] = FAMILIES.map(() => 0);
  #oldest = Infinity;
  #newest = -Infinity;
  /** Interned types with their families. Each parsed page has its own copies of the strings. */
  readonly #known = new Map<string, { readonly type: string; readonly family: number }>();

  /** Appends a page of activities, all older than the previous ones, and returns the extended log. */
  append({ times, types, actors }: ActivityColumns): ActivityLog {
    this.#makeRoom(this.#count + times.length);
    for (const [index, time] of times.entries()) this.#add(time, types[index] ?? '', actors[index] ?? '');
    return {
      count: this.#count,
      times: this.#times,
      families: this.#families,
      types: this.#types,
      actors: this.#actors,
      perFamily: [...this.#perFamily],
      span: this.#oldest > this.#newest ? undefined : { from: this.#oldest, to: this.#newest },
    };
  }

  #add(time: number | null, type: string, actor: string): void {
    const known = this.#known.get(type) ?? { type, family: familyOf(type) };
    this.#known.set(known.type, known);
    this.#times[this.#count] = time ?? NaN;
    this.#families[this.#count] = known.family;
    this.#types.push(known.type);
    this.#actors.push(actor);
    this.#perFamily[known.family] = (this.#perFamily[known.family] ?? 0) + 1;
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
