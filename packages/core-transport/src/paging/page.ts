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
  declare readonly data: T[];
  /**
   * Checkpoint after this page: `list(params, { resumeFrom: checkpoint })` starts with the next page. On the last page it
   * has `done: true`.
   */
  declare readonly checkpoint: Checkpoint;
  /** Request id; null if the response did not include one. */
  declare readonly requestId: string | null;
  /** HTTP status. */
  declare readonly status: number;
  /** Response headers, with lower-case names. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** The whole response body, including fields that this version of the client does not know. */
  declare readonly body: Readonly<Record<string, unknown>>;
  readonly #following: (checkpoint: Checkpoint) => AsyncIterable<T>;

  /**
   * @param parts - The data and response facts of the page.
   * @param following - Lists the items after a checkpoint.
   */
  constructor(parts: PageParts<T>, following: (checkpoint: Checkpoint) => AsyncIterable<T>) {
    Object.assign(this, parts);
    this.#following = following;
  }

  /** Yields the items of this page and of all following pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    yield* this.data;
    if (this.checkpoint.done !== true) yield* this.#following(this.checkpoint);
  }
}
