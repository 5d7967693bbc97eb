/** Comparison of a deployment's response with the emulator's. They are equal if they agree in everything that the documents fix. */
import type { Operation } from '@parlance/schemas';
import { differencesOf } from '../exchanges/compare.js';
import type { Divergence, ResponseChange } from '../exchanges/divergence.js';
import type { RecordedEvent } from '../exchanges/exchange.js';
import { Masker } from '../exchanges/mask.js';
import { isObject, itemsOf, leavesOf, memberOf, valueAt } from '../input/json.js';
import { isTime, Times } from './times.js';

/** The compared parts of a response. */
export interface Reply {
  readonly status: number;
  /** Media type, `x-should-retry`, whether there is a `request-id`, and whether an error has the same one. */
  readonly headers: Readonly<Record<string, string | boolean>>;
  /** JSON body. */
  readonly json?: unknown;
  /** Events of a stream. */
  readonly events?: readonly RecordedEvent[] | undefined;
  /** Rule that the emulator names. */
  readonly rule: string | null;
  /** Time of the service, in milliseconds. An emulator whose clock is stopped sends no `date`. */
  readonly date: number | undefined;
}

/** A response with its request. */
export interface Exchange {
  /** Target of the request. */
  readonly path: string;
  /** JSON body of the request. */
  readonly sent: unknown;
  readonly reply: Reply;
}

/** The replies of the emulator and the deployment to one step. */
export interface ReplyPair {
  readonly operation: Operation | undefined;
  readonly expected: Exchange;
  readonly found: Exchange;
}

/** Both responses to a request with their differences. */
export type ComparedPair = ReplyPair & Pick<Divergence, 'differences'>;

/** Cursors are not ids. */
const ID =
  /^(?!page_)(?:[a-z]+_)+(?=\w*\d|\w{16})\w{8,}$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^\d{13,}$/;
/** Numbers that depend on the model, the machine or the clock. */
const MEASURED = /token|byte|size|_ms$|seconds|cost|amount|latency|^created$/;
/** Counts that depend on what a prompt cache has. */
const CACHED = /^cache/;
/** Counts that are zero for every model, or for none. */
const COUNTED = /^(?!cache).*(?:tokens|bytes)$/;
/** Texts that only the service understands, or that it words as it likes. */
const OPAQUE = /^(?:next_page|prev_page|signature|encrypted_\w+|partial_json|message)$|_url$/;
/** Texts that the documents derive from ids and from texts of requests. */
const DERIVED = /path$/;

/** Pairs the ids that the emulator returned in a scenario with those of the deployment. */
export class Alignment {
  readonly #ids = new Map<string, string>();
  /** Ids of objects that the scenario created. */
  readonly #created = new Set<string>();
  /** Texts of all requests and numbers of the current one, which a response repeats exactly. */
  #echoes = new Set<unknown>();
  readonly #times = new Times();
  /** Input tokens of the previous count. */
  #counted: { readonly expected: number; readonly found: number } | undefined;
  /** Whether the deployment leaves out members that are null, as many services do: it then sends none. */
  #omitsNulls = false;
  /** Whether a list had objects of others. */
  #isCrowded = false;

  /** Returns the differences between two responses. */
  differences({ operation, expected: own, found: other }: ReplyPair): readonly ResponseChange[] {
    const { path, reply: expected } = own;
    const { reply: found } = other;
    if (expected.status !== found.status) return [];
    const texts = [...this.#echoes].filter((value) => typeof value === 'string' && value !== '');
    // Ids and times that the services made are different.
    const others = new Set(sentIn(other));
    this.#echoes = new Set([...texts, ...sentIn(own).filter((value) => others.has(value))]);
    this.#omitsNulls = !leavesOf([found.json, found.events]).includes(null);
    const masker = new Masker(operation, 'masked');
    const isShared =
      operation?.method === 'GET' &&
      operation.paging !== undefined &&
      // Administrators are members of each workspace.
      (operation.id === 'workspaces.members.list' ||
        ![...this.#created].some((id) => path.split('?')[0]?.includes(id)));
    const [left, right] = isShared
      ? this.#ours(operation, path, expected.json, found.json)
      : [expected.json, found.json];
    if (operation?.method === 'POST' && idOf(expected.json) !== '') this.#created.add(idOf(expected.json));
    const events = collapsed(expected.events);
    const isSent = (time: string): boolean => this.#echoes.has(time);
    const relations = { isSent, expectedDate: expected.date, foundDate: found.date };
    return [
      ...differencesOf(expected.headers, found.headers, 'headers'),
      ...differencesOf(left, this.#align(left, masker.mask(left), right, ''), 'body'),
      ...this.#times.differences(left, right, relations),
      ...(operation?.id === 'messages.countTokens' ? this.#countDifferences(left, right) : []),
      ...differencesOf(
        events,
        this.#align(events, masker.mask(events), collapsed(found.events), ''),
        'events',
      ),
    ];
  }

  /** Leaves only the objects of this scenario in the pages of a list that has others, which push them to later pages. */
  #ours(operation: Operation, path: string, expected: unknown, found: unknown): readonly [unknown, unknown] {
    const [left, right] = [itemsOf(expected, operation), itemsOf(found, operation)];
    // What was used in a period depends on the deployment, unless it is older than that.
    const isOpen = /[?&]starting_at=/.test(path) && !/[?&]ending_at=20[01]|[?&]ending_at=2020/.test(path);
    if (left === undefined || right === undefined) return [expected, found];
    if (left.concat(right).every((item) => idOf(item) === '')) return isOpen ? [[], []] : [expected, found];
    const ours = left.filter((item) => this.#ids.has(idOf(item)));
    const theirs = right.filter((item) => [...this.#ids.values()].includes(idOf(item)));
    const isLater = /[?&](?:page|after_id|before_id)=/.test(path);
    const isPartial = isLater || hasMore(found);
    const hasOthers =
      ours.length < left.length || theirs.length < right.length || (hasMore(found) && !hasMore(expected));
    this.#isCrowded ||= hasOthers;
    if (!hasOthers && !(this.#isCrowded && isLater)) return [expected, found];
    const [here, there] = [ours.map((item) => this.#ids.get(idOf(item))), theirs.map(idOf)];
    return [
      ours.filter((_, index) => !isPartial || there.includes(here[index] as string)),
      theirs.filter((_, index) => !isLater || here.includes(there[index])),
    ];
  }

  /** Compares how the number of tokens differs from that of the previous count, which the documents fix: more with a tool, and less without. */
  #countDifferences(left: unknown, right: unknown): readonly ResponseChange[] {
    const expected = Number(memberOf(left, 'input_tokens'));
    const found = Number(memberOf(right, 'input_tokens'));
    const known = this.#counted;
    this.#counted = { expected, found };
    if (known === undefined) return [];
    const changes = [Math.sign(expected - known.expected), Math.sign(found - known.found)];
    return differencesOf(changes[0], changes[1], 'change.input_tokens');
  }

  /** Returns the found value with everything that may differ replaced by what is expected. */
  #align(expected: unknown, masked: unknown, found: unknown, key: string): unknown {
    if (expected === null && found === undefined && this.#omitsNulls) return null;
    if (expected === undefined && found === null) return undefined;
    if (typeof expected === 'string' && typeof found === 'string')
      return this.#isEqualText(expected, found, key, masked === expected) ? expected : found;
    if (typeof expected === 'number' && typeof found === 'number')
      return this.#isEqualNumber(expected, found, key) ? expected : found;
    if (Array.isArray(expected) && Array.isArray(found))
      return found.map((item, index) => this.#align(expected[index], memberOf(masked, index), item, key));
    if (!isObject(expected) || !isObject(found)) return found;
    // A prompt that the cache of one service has is not written to it again.
    const isRead = [expected, found].some((counts) => Object.values(counts).every((count) => count === 0));
    if (key === 'cache_creation' && isRead) return expected;
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
    const members = [...keys].map((name) => {
      // A count keeps the name of what it counts, for example the tokens of a model.
      const place = MEASURED.test(key) ? key : name;
      return [name, this.#align(expected[name], memberOf(masked, name), found[name], place)];
    });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  /** Whether two numbers are measured, and not repeated from a request. Counts must both be zero, or both not be. */
  #isEqualNumber(expected: number, found: number, key: string): boolean {
    const isMeasured = MEASURED.test(key) && (expected === 0 || !this.#echoes.has(expected));
    const isAlike = !COUNTED.test(key) || (expected === 0) === (found === 0);
    return isAlike && (isMeasured || CACHED.test(key));
  }

  #isEqualText(expected: string, found: string, key: string, isFixed: boolean): boolean {
    const known = this.#ids.get(expected);
    if (known !== undefined) return known === found;
    if (this.#echoes.has(expected)) return expected === found;
    if (isTime(expected)) return isTime(found);
    if (ID.test(expected)) {
      const isTaken = [...this.#ids.values()].includes(found);
      if (prefixOf(expected) !== prefixOf(found) || !ID.test(found) || isTaken) return false;
      this.#ids.set(expected, found);
      return true;
    }
    if (OPAQUE.test(key)) return expected.startsWith('page_') === found.startsWith('page_');
    return isFixed || DERIVED.test(key) ? this.#translated(expected) === found : true;
  }

  /** Returns a text of the emulator with the ids of the deployment. */
  #translated(text: string): string {
    return [...this.#ids].reduce((result, [ours, theirs]) => result.replaceAll(ours, theirs), text);
  }
}

/** Returns the texts and numbers of a request. */
function sentIn({ path, sent }: Exchange): readonly unknown[] {
  return [...leavesOf(sent), ...new URLSearchParams(path.split('?')[1]).values()];
}

/** Returns the differences between responses with different statuses. */
export function statusDifferences({ expected, found }: ReplyPair): readonly ResponseChange[] {
  const summaryOf = ({ status, json }: Reply): unknown => ({ status, error: valueAt(json, 'error.type') });
  return differencesOf(summaryOf(expected.reply), summaryOf(found.reply), 'response');
}

const PIECES: ReadonlySet<string> = new Set(['content_block_delta', 'completion']);

/** Leaves out pings, and all but the first of the pieces that a text is sent in. */
function collapsed(events: readonly RecordedEvent[] | undefined): readonly RecordedEvent[] | undefined {
  const kinds = events?.map(({ event, json }) =>
    [event, memberOf(json, 'index'), memberOf(json, 'stop_reason')].join(' '),
  );
  return events?.filter(
    ({ event }, index) =>
      event !== 'ping' && !(PIECES.has(event ?? '') && kinds?.[index] === kinds?.[index - 1]),
  );
}

function hasMore(page: unknown): boolean {
  return memberOf(page, 'has_more') === true || Boolean(memberOf(page, 'next_page'));
}

/** Returns the id of an object, or of the user that a member of a workspace is. */
function idOf(item: unknown): string {
  return String(memberOf(item, 'id') ?? memberOf(item, 'user_id') ?? '');
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf('_') + 1);
}
