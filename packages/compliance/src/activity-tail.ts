import { AbortedError, ConfigError } from '@parlance/core-transport';
import type { CallOptions, ListOptions, Page, Paginator } from '@parlance/core-transport';
import type { Activity, ActivityListParams } from '@parlance/schemas/compliance';

/** Where a tail can be resumed, also in another process: plain JSON. */
export interface ActivityTailCheckpoint {
  /** Time of the newest activity up to which all were given, RFC 3339. */
  readonly since: string;
  /** Activities given that may be answered again: time by id. */
  readonly given: Readonly<Record<string, string>>;
}

/** Filters of a tail. */
export type ActivityTailParams = Omit<ActivityListParams, 'created_at' | 'after_id' | 'before_id'>;

/** Options of a tail. */
export interface ActivityTailOptions extends CallOptions {
  /** Where to begin: an RFC 3339 time, or the checkpoint of an earlier tail. */
  readonly resumeFrom: string | ActivityTailCheckpoint;
  /** How late an activity may become visible, in milliseconds. Default 60,000. */
  readonly lagMs?: number | undefined;
  /** Time between an answer without anything new and the next request, in milliseconds. Default 10,000. */
  readonly intervalMs?: number | undefined;
}

/** What a tail is made of. */
export interface ActivityTailParts {
  readonly options: ActivityTailOptions;
  readonly params: ActivityTailParams;
  /** Waits; tests bring their own. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

type List = (params: ActivityListParams, options: ListOptions) => Paginator<Activity>;

const MOST_PER_PAGE = 5000;

/**
 * The audit log as it grows, oldest first: `for await` gives each activity once, and ends only by leaving the loop, by
 * an error, or by the signal. What is told of by {@link ActivityTail.checkpoint} need not be given again.
 */
export class ActivityTail implements AsyncIterable<Activity> {
  readonly #list: List;
  readonly #parts: ActivityTailParts;
  readonly #lagMs: number;
  readonly #intervalMs: number;
  #since: number;
  readonly #given: Map<string, number>;

  /**
   * @param list - Lists activities.
   * @param parts - Options and filters.
   * @throws `ConfigError` For a wrong option.
   */
  constructor(list: List, parts: ActivityTailParts) {
    const { resumeFrom, lagMs = 60_000, intervalMs = 10_000 } = parts.options;
    this.#list = list;
    this.#parts = parts;
    this.#lagMs = duration('lagMs', lagMs);
    this.#intervalMs = duration('intervalMs', intervalMs);
    const checkpoint = typeof resumeFrom === 'string' ? { since: resumeFrom, given: {} } : resumeFrom;
    this.#since = time(checkpoint?.since);
    this.#given = new Map(Object.entries(checkpoint.given ?? {}).map(([id, at]) => [id, time(at)]));
  }

  /** Checkpoint after the activity that was given last: resume from it, and no activity is lost or given twice. */
  get checkpoint(): ActivityTailCheckpoint {
    const given = [...this.#given].map(([id, at]) => [id, new Date(at).toISOString()] as const);
    return { since: new Date(this.#since).toISOString(), given: Object.fromEntries(given) };
  }

  /** Gives the activities. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Activity, undefined> {
    const { options, wait = waitFor } = this.#parts;
    for (;;) {
      let isAnyNew = false;
      for await (const { data } of this.#window()) {
        const fresh = data.filter(({ id }) => id === undefined || !this.#given.has(id));
        for (const activity of fresh.toReversed()) {
          this.#note(activity);
          yield activity;
        }
        this.#advance(data);
        isAnyNew ||= fresh.length > 0;
      }
      if (!isAnyNew) await wait(this.#intervalMs, options.signal);
      if (options.signal?.aborted === true) throw abortedBy(options.signal);
    }
  }

  /** Notes an activity as given. */
  #note({ id, created_at }: Activity): void {
    const at = Date.parse(created_at ?? '');
    if (id !== undefined) this.#given.set(id, Number.isNaN(at) ? this.#since : at);
  }

  /** Moves on behind a page that was given whole, and forgets what will not be answered again. */
  #advance(page: readonly Activity[]): void {
    for (const { created_at } of page) {
      const at = Date.parse(created_at ?? '');
      if (at > this.#since) this.#since = at;
    }
    for (const [id, at] of this.#given) if (at < this.#since - this.#lagMs) this.#given.delete(id);
  }

  /**
   * Gives the pages from the beginning of the window to the present. The service lists the newest first: the way down
   * only finds the oldest page, from which cursors lead up again. So two pages are held at a time, however many there
   * are, and what is added meanwhile is met on the way.
   */
  async *#window(): AsyncGenerator<Page<Activity>, undefined> {
    const { resumeFrom: _resumeFrom, lagMs: _lagMs, intervalMs: _intervalMs, ...call } = this.#parts.options;
    const gte = new Date(this.#since - this.#lagMs).toISOString();
    const query = { limit: MOST_PER_PAGE, ...this.#parts.params, created_at: { gte } };
    let oldest: Page<Activity> | undefined;
    let count = 0;
    for await (const page of this.#list(query, call).pages()) {
      if (page.data.length > 0) oldest = page;
      count += 1;
    }
    if (oldest === undefined) return;
    yield oldest;
    const before = oldest.body['first_id'];
    if (count === 1 || typeof before !== 'string') return;
    yield* this.#list({ ...query, before_id: before }, call).pages();
  }
}

function duration(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  throw new ConfigError(option, `${option} must be a number of milliseconds above 0`);
}

function time(text: unknown): number {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new ConfigError('resumeFrom', 'resumeFrom must be an RFC 3339 time or the checkpoint of a tail');
}

function abortedBy(signal: AbortSignal | undefined): AbortedError {
  return new AbortedError({ operation: 'activities.tail', attempts: [], requestId: null }, signal?.reason);
}

/** Waits; an aborted signal ends the tail as it ends any call. */
function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortedBy(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
