import type { Checkpoint } from '@parlance/schemas/kit';
import type { ResponseFacts } from '../api-promise.js';

export type { Checkpoint };

/** The parts of a {@link Page}. */
export interface PageParts<T> extends ResponseFacts {
  readonly data: T[];
  readonly checkpoint: Checkpoint;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * One page of a list. Iterating over it yields its items and then those of all following pages.
 *
 * @typeParam T - One item.
 */
export class Page<T> implements ResponseFacts, AsyncIterable<T> {
  /** The items of this page. */
  readonly data: T[];
  /**
   * Checkpoint after this page: `list(params, { resumeFrom: checkpoint })` starts with the next page. On the last page it
   * has `done: true`.
   */
  readonly checkpoint: Checkpoint;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  /** HTTP status. */
  readonly status: number;
  /** Response headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole response body, including fields that this version of the client does not know. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly #following: (checkpoint: Checkpoint) => AsyncIterable<T>;

  /**
   * @param parts - The data and response facts of the page.
   * @param following - Lists the items after a checkpoint.
   */
  constructor(parts: PageParts<T>, following: (checkpoint: Checkpoint) => AsyncIterable<T>) {
    this.data = parts.data;
    this.checkpoint = parts.checkpoint;
    this.requestId = parts.requestId;
    this.status = parts.status;
    this.headers = parts.headers;
    this.body = parts.body;
    this.#following = following;
  }

  /** Yields the items of this page and of all following pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    yield* this.data;
    if (this.checkpoint.done !== true) yield* this.#following(this.checkpoint);
  }
}
