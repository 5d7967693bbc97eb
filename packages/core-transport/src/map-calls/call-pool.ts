import { OverloadedError, RateLimitError, ServerError } from '../errors/api-error.js';
import { AbortedError, ConnectionError } from '../errors/request-errors.js';
import type { MapCallsOptions, MappedCall, MappedCallOptions } from './mapped-call.js';

/** Makes the calls of an item. */
type CallItem<Item, Value> = (
  item: Item,
  options: MappedCallOptions,
  index: number,
) => PromiseLike<Value> | Value;
type Result<Item, Value> = MappedCall<Item, Awaited<Value>>;

/**
 * Runs the calls of `mapCalls()`. One loop reads items and starts their calls while the concurrency limit allows; the
 * consumer takes the results. At most twice the concurrency limit of items are in flight or waiting for the consumer.
 */
export class CallPool<Item, Value> {
  readonly #fn: CallItem<Item, Value>;
  readonly #options: MapCallsOptions;
  readonly #concurrency: Concurrency;
  readonly #source: Iterator<Item> | AsyncIterator<Item>;
  readonly #total: number | null;
  readonly #controller: AbortController = new AbortController();
  /** Results that have not been taken, by index, in the order in which they settled. */
  readonly #results: Map<number, Result<Item, Value>> = new Map();
  #started = 0;
  #succeeded = 0;
  #failed = 0;
  #taken = 0;
  /** Whether to stop reading items: the source is exhausted, or the iteration has ended early. */
  #isFinished = false;
  #isExhausted = false;
  #sourceError: { readonly error: unknown } | undefined;
  #wakeFeed: () => void = () => undefined;
  #wakeConsumer: () => void = () => undefined;

  constructor(
    items: Iterable<Item> | AsyncIterable<Item>,
    fn: CallItem<Item, Value>,
    options: MapCallsOptions,
  ) {
    const { concurrency = 'auto' } = options;
    this.#fn = fn;
    this.#options = options;
    this.#concurrency = concurrency === 'auto' ? new AutoConcurrency() : fixedConcurrency(concurrency);
    this.#total = Array.isArray(items) ? items.length : null;
    this.#source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  }

  /** Starts reading items. */
  start(): void {
    const { signal } = this.#options;
    if (signal?.aborted === true) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    void this.#feed();
  }

  /**
   * Waits for the next result.
   *
   * @returns Undefined after the last one.
   */
  async next(): Promise<Result<Item, Value> | undefined> {
    for (;;) {
      if (this.#controller.signal.aborted) throw this.#controller.signal.reason;
      const result = this.#take();
      if (result !== undefined) return result;
      if (this.#isFinished && this.#running === 0) {
        if (this.#sourceError !== undefined) throw this.#sourceError.error;
        return undefined;
      }
      await new Promise<void>((resolve) => (this.#wakeConsumer = resolve));
    }
  }

  /** Aborts the items in flight and closes the source. */
  close(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#stop(new AbortedError(FACTS, undefined));
    // Not awaited: a source whose next item never arrives must not keep the loop from ending.
    if (!this.#isExhausted) void this.#closeSource();
  }

  get #running(): number {
    return this.#started - this.#succeeded - this.#failed;
  }

  get #hasRoom(): boolean {
    const { limit } = this.#concurrency;
    return this.#running < limit && this.#started - this.#taken < 2 * limit;
  }

  #take(): Result<Item, Value> | undefined {
    const [settledFirst] = this.#results.keys();
    const index = this.#options.order === 'settled' ? settledFirst : this.#taken;
    const result = index === undefined ? undefined : this.#results.get(index);
    if (result === undefined) return undefined;
    this.#results.delete(result.index);
    this.#taken += 1;
    this.#wakeFeed();
    return result;
  }

  async #feed(): Promise<void> {
    try {
      while (!this.#isFinished) {
        while (!this.#hasRoom && !this.#isFinished)
          await new Promise<void>((resolve) => (this.#wakeFeed = resolve));
        if (this.#isFinished) return;
        const { done, value } = await this.#source.next();
        if (done === true) this.#isExhausted = this.#isFinished = true;
        else if (!this.#isFinished) void this.#run(value, this.#started++);
      }
    } catch (error) {
      this.#sourceError = { error };
      this.#isExhausted = this.#isFinished = true;
    }
    this.#wakeConsumer();
  }

  async #closeSource(): Promise<void> {
    try {
      await this.#source.return?.();
    } catch {
      // The iteration has ended: nothing to report the error to.
    }
  }

  async #run(item: Item, index: number): Promise<void> {
    const concurrency = this.#concurrency;
    const onRateLimitWait: MappedCallOptions['onRateLimitWait'] = ({ phase }) => {
      if (phase === 'start') concurrency.waited();
    };
    let result: Result<Item, Value>;
    try {
      const value = await this.#fn(item, { signal: this.#controller.signal, onRateLimitWait }, index);
      result = { index, item, status: 'fulfilled', value };
      this.#succeeded += 1;
    } catch (error) {
      result = { index, item, status: 'rejected', error };
      this.#failed += 1;
    }
    this.#results.set(index, result);
    concurrency.settled(result.status === 'rejected' ? result.error : undefined);
    this.#report();
    this.#wakeFeed();
    this.#wakeConsumer();
  }

  #report(): void {
    try {
      this.#options.onProgress?.({
        succeeded: this.#succeeded,
        failed: this.#failed,
        running: this.#running,
        concurrency: this.#concurrency.limit,
        total: this.#total,
      });
    } catch {
      // A listener that throws must not fail the items.
    }
  }

  readonly #onAbort = (): void => this.#stop(new AbortedError(FACTS, this.#options.signal?.reason));

  #stop(reason: AbortedError): void {
    this.#isFinished = true;
    this.#controller.abort(reason);
    this.#wakeFeed();
    this.#wakeConsumer();
  }
}

const FACTS = { operation: 'mapCalls', attempts: [], requestId: null };

/** Decides how many calls run concurrently. */
interface Concurrency {
  /** Maximum number of concurrent calls. */
  readonly limit: number;
  /** Records that a call has started to wait for a rate limit. */
  waited(): void;
  /** Records a call that has ended. */
  settled(error: unknown): void;
}

const FIRST = 8;
const MOST = 256;
/** Factor after a round in which half of the calls had to wait for a rate limit. */
const LESS_WHEN_WAITING = 0.9;
const LESS_WHEN_OVERLOADED = 0.5;

/** Returns a constant concurrency. */
function fixedConcurrency(limit: number): Concurrency {
  return { limit, waited: () => undefined, settled: () => undefined };
}

/**
 * Additive increase, multiplicative decrease. A round is as many calls as the current limit. Rounds without problems
 * double the limit until the first problem occurs, and add one after that. Failures that indicate overload halve it.
 * Waits for a rate limit are harmless, so they reduce the limit only slowly, to about what the rate limit can use.
 */
class AutoConcurrency implements Concurrency {
  limit: number = FIRST;
  #isStarting = true;
  #settled = 0;
  #waited = 0;
  #overloaded = 0;

  waited(): void {
    this.#waited += 1;
  }

  settled(error: unknown): void {
    this.#settled += 1;
    if (isOverload(error)) this.#overloaded += 1;
    if (this.#settled < this.limit) return;
    this.limit = this.#nextLimit();
    this.#settled = 0;
    this.#waited = 0;
    this.#overloaded = 0;
  }

  #nextLimit(): number {
    const { limit } = this;
    if (this.#overloaded > 0) {
      this.#isStarting = false;
      return Math.max(1, Math.floor(limit * LESS_WHEN_OVERLOADED));
    }
    if (this.#waited > 0) this.#isStarting = false;
    if (2 * this.#waited >= this.#settled) return Math.max(1, Math.floor(limit * LESS_WHEN_WAITING));
    return Math.min(MOST, this.#isStarting ? 2 * limit : limit + 1);
  }
}

/** Returns whether a failure indicates overload: 429, 5xx, 529, or no response. */
function isOverload(error: unknown): boolean {
  return (
    RateLimitError.is(error) ||
    ServerError.is(error) ||
    OverloadedError.is(error) ||
    ConnectionError.is(error)
  );
}
