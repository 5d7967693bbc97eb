/** Relations between times. Two services have different clocks, but what the documents say about their times is the same. */
import { isContainer } from '../input/json.js';
import type { ResponseChange } from '../exchanges/divergence.js';

/** Whether a text is a time or a date. */
export function isTime(value: unknown): boolean {
  return typeof value === 'string' && TIME.test(value);
}

/** Both values of a member that is a time, in milliseconds. */
interface TimePair {
  readonly key: string;
  readonly expected: number;
  readonly found: number;
}

const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The context of the relations. */
export interface TimeOptions {
  /** Whether the client has sent a time. */
  readonly isSent: (time: string) => boolean;
  /** Times of the responses, in milliseconds. Undefined for a clock that is stopped. */
  readonly expectedDate: number | undefined;
  readonly foundDate: number | undefined;
}

/** Compares the relations between the times of a scenario. */
export class Times {
  /** Times of earlier responses, by object and member. */
  readonly #known = new Map<string, TimePair>();

  /**
   * Returns the differences between the relations of two responses: the order of the times of an object, the durations between them, and
   * whether a time is another one than in an earlier response.
   *
   * @param expected - Body of the emulator.
   * @param found - Body of the deployment.
   * @param options - See {@link TimeOptions}.
   */
  differences(
    expected: unknown,
    found: unknown,
    options: TimeOptions,
    at: { readonly path: string; readonly owner: string } = { path: 'body', owner: '' },
  ): readonly ResponseChange[] {
    if (!isContainer(expected) || !isContainer(found)) return [];
    const id = typeof expected['id'] === 'string' ? expected['id'] : at.owner;
    const pairs = Object.keys(expected).flatMap((key): TimePair[] => {
      const [left, right] = [expected[key], found[key]];
      const isPair = isTime(left) && isTime(right) && !options.isSent(String(left));
      return isPair ? [{ key, expected: Date.parse(String(left)), found: Date.parse(String(right)) }] : [];
    });
    const inner = Object.keys(expected).flatMap((key) => {
      const owner = Array.isArray(expected) || id === '' ? id : `${id}.${key}`;
      return this.differences(expected[key], found[key], options, { path: `${at.path}.${key}`, owner });
    });
    const changes =
      id === '' ? [] : pairs.filter((pair) => this.#isOtherChange(`${id}.${pair.key}`, pair, options));
    return [
      ...durationDifferences(withDate(pairs, options), at.path),
      ...changes.map((pair) => differenceOf(pair, `${at.path}.${pair.key}`)),
      ...inner,
    ];
  }

  /** Whether only one of the services changed a time since an earlier response. */
  #isOtherChange(place: string, pair: TimePair, { foundDate }: TimeOptions): boolean {
    const known = this.#known.get(place);
    this.#known.set(place, pair);
    if (known === undefined) return false;
    const isChanged = known.found !== pair.found;
    return known.expected === pair.expected ? isChanged : foundDate !== undefined && !isChanged;
  }
}

/** Adds the times of the responses to a single time, which is then compared with them if something expires then. */
function withDate(pairs: readonly TimePair[], { expectedDate, foundDate }: TimeOptions): readonly TimePair[] {
  const [only] = pairs;
  if (only === undefined || pairs.length > 1 || expectedDate === undefined || foundDate === undefined)
    return pairs;
  const isLater = only.key === 'expires_at' && only.expected - expectedDate >= HOUR;
  return isLater ? [{ key: 'date', expected: expectedDate, found: foundDate }, only] : pairs;
}

/** Compares each time with the earliest one of its object. */
function durationDifferences(pairs: readonly TimePair[], path: string): readonly ResponseChange[] {
  const [first, ...later] = pairs.toSorted((a, b) => a.expected - b.expected);
  return later.flatMap((pair) => {
    const duration = pair.expected - (first as TimePair).expected;
    const found = pair.found - (first as TimePair).found;
    const isEqual = duration < HOUR || Math.abs(found - duration) <= MINUTE;
    return isEqual && (duration === 0 || found >= 0) ? [] : [differenceOf(pair, `${path}.${pair.key}`)];
  });
}

function differenceOf({ expected, found }: TimePair, path: string): ResponseChange {
  const [left, right] = [expected, found].map((time) => JSON.stringify(new Date(time)));
  return { path, expected: left, found: right };
}
