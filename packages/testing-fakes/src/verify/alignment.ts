/** Comparison of a deployment's response with the emulator's. They are equal if they agree in everything that the documents fix. */
import type { Operation } from '@parlance/schemas';
import { differencesOf, type Difference } from '../exchanges/compare.js';
import type { RecordedEvent } from '../exchanges/exchange.js';
import { Masker } from '../exchanges/mask.js';

/** The compared parts of a response. */
export interface Reply {
  readonly status: number;
  /** Media type, `x-should-retry`, and whether there is a `request-id`. */
  readonly headers: Readonly<Record<string, string | boolean>>;
  /** JSON body. */
  readonly json?: unknown;
  /** Events of a stream. */
  readonly events?: readonly RecordedEvent[] | undefined;
  /** Rule that the emulator names. */
  readonly rule: string | null;
}

/** Both responses to one request. */
export interface ReplyPair {
  readonly operation: Operation | undefined;
  /** Target and JSON body of the request to the emulator. */
  readonly path: string;
  readonly sent: unknown;
  readonly expected: Reply;
  readonly found: Reply;
}

type Members = Readonly<Record<string, unknown>>;

const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;
/** Cursors are not ids. */
const ID = /^(?!page_)(?:[a-z]+_)+(?=\w*\d|\w{16})\w{8,}$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Numbers that depend on the model, the machine or the clock. */
const MEASURED = /token|byte|size|_ms$|seconds|cost|amount|latency|^created$/;
/** Texts that only the service understands, or that it words as it likes. */
const OPAQUE = /^(?:next_page|prev_page|signature|encrypted_\w+|partial_json|message)$|_url$/;

/** Pairs the ids that the emulator returned in a scenario with those of the deployment. */
export class Alignment {
  readonly #ids = new Map<string, string>();
  /** Texts and numbers of the request, which a response repeats exactly. */
  #echoes = new Set<unknown>();
  /** Whether the deployment leaves out members that are null, as many services do: it then sends none. */
  #omitsNulls = false;
  /** Whether a list had objects of others. */
  #isCrowded = false;

  /** Returns the differences between two responses. */
  differences({ operation, path, sent, expected, found }: ReplyPair): readonly Difference[] {
    if (expected.status !== found.status)
      return differencesOf(summaryOf(expected), summaryOf(found), 'response');
    this.#echoes = new Set([...leavesOf(sent), ...new URLSearchParams(path.split('?')[1]).values()]);
    this.#omitsNulls = !leavesOf([found.json, found.events]).includes(null);
    const masker = new Masker(operation, 'masked');
    const isShared =
      operation?.method === 'GET' &&
      operation.paging !== undefined &&
      ![...this.#ids.keys()].some((id) => path.split('?')[0]?.includes(id));
    const [left, right] = isShared
      ? this.#ours(operation.items ?? 'data', /[?&](?:page|after_id|before_id)=/.test(path), {
          expected: expected.json,
          found: found.json,
        })
      : [expected.json, found.json];
    const events = collapsed(expected.events);
    return [
      ...differencesOf(expected.headers, found.headers, 'headers'),
      ...differencesOf(left, this.#align(left, masker.mask(left), right, ''), 'body'),
      ...differencesOf(
        events,
        this.#align(events, masker.mask(events), collapsed(found.events), ''),
        'events',
      ),
    ];
  }

  /** Leaves only the objects of this scenario in the pages of a list that has others, which push them to later pages. */
  #ours(
    items: string,
    isLater: boolean,
    { expected, found }: { readonly expected: unknown; readonly found: unknown },
  ): readonly [unknown, unknown] {
    const [left, right] = [listOf(expected, items), listOf(found, items)];
    if (left === undefined || right === undefined) return [expected, found];
    const ours = left.filter((item) => this.#ids.has(idOf(item)));
    const theirs = right.filter((item) => [...this.#ids.values()].includes(idOf(item)));
    const hasOthers = ours.length < left.length || theirs.length < right.length;
    this.#isCrowded ||= hasOthers;
    if (!hasOthers && !(this.#isCrowded && isLater)) return [expected, found];
    const { has_more: hasMore, next_page: nextPage } = found as Members;
    const isPartial = isLater || hasMore === true || typeof nextPage === 'string';
    const [here, there] = [ours.map((item) => this.#ids.get(idOf(item))), theirs.map(idOf)];
    return [
      ours.filter((_, index) => !isPartial || there.includes(here[index] as string)),
      theirs.filter((_, index) => !isLater || here.includes(there[index])),
    ];
  }

  /** Returns the found value with everything that may differ replaced by what is expected. */
  #align(expected: unknown, masked: unknown, found: unknown, key: string): unknown {
    if (expected === null && found === undefined && this.#omitsNulls) return null;
    if (expected === undefined && found === null) return undefined;
    if (typeof expected === 'string' && typeof found === 'string')
      return this.#isEqualText(expected, found, { key, isFixed: masked === expected }) ? expected : found;
    if (typeof expected === 'number' && typeof found === 'number')
      return MEASURED.test(key) && !this.#echoes.has(expected) ? expected : found;
    if (Array.isArray(expected) && Array.isArray(found))
      return found.map((item, index) => this.#align(expected[index], memberOf(masked, index), item, key));
    if (!isObject(expected) || !isObject(found)) return found;
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
    const members = [...keys].map((name) => {
      // A count keeps the name of what it counts, for example the tokens of a model.
      const place = MEASURED.test(key) ? key : name;
      return [name, this.#align(expected[name], memberOf(masked, name), found[name], place)];
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  #isEqualText(
    expected: string,
    found: string,
    { key, isFixed }: { key: string; isFixed: boolean },
  ): boolean {
    const known = this.#ids.get(expected);
    if (known !== undefined) return known === found;
    if (this.#echoes.has(expected) || TIME.test(expected))
      return TIME.test(expected) && !this.#echoes.has(expected) ? TIME.test(found) : expected === found;
    if (ID.test(expected)) {
      if (prefixOf(expected) !== prefixOf(found) || !ID.test(found)) return false;
      this.#ids.set(expected, found);
      return true;
    }
    return !isFixed || OPAQUE.test(key) || expected === found;
  }
}

/** What is compared of responses with different statuses. */
function summaryOf({ status, json }: Reply): unknown {
  const error = isObject(json) && isObject(json['error']) ? json['error'] : undefined;
  return { status, ...(error !== undefined && { error: error['type'] }) };
}

/** Leaves out pings, and all but the first of the pieces that a text is sent in. */
function collapsed(events: readonly RecordedEvent[] | undefined): readonly RecordedEvent[] | undefined {
  const kinds = events?.map(({ event, json }) => `${event} ${isObject(json) ? json['index'] : ''}`) ?? [];
  return events?.filter(
    ({ event }, index) =>
      event !== 'ping' && !(event === 'content_block_delta' && kinds[index] === kinds[index - 1]),
  );
}

function listOf(page: unknown, items: string): readonly unknown[] | undefined {
  const list = isObject(page) ? page[items] : undefined;
  return Array.isArray(list) ? list : undefined;
}

function idOf(item: unknown): string {
  return isObject(item) && typeof item['id'] === 'string' ? item['id'] : '';
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_') + 1);
}

function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Members)[key] : undefined;
}

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
