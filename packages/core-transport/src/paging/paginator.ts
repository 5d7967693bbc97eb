import { CursorRefusedError } from '../errors/cursor-refused-error.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { PagingError } from '../errors/request-errors.js';
import type { WithResponse } from '../api-promise.js';
import type { Page, Checkpoint } from './page.js';

/** What a paginator is made of. */
export interface PaginatorParts {
  /** Id of the operation. */
  readonly operation: string;
  /** Paging family. */
  readonly paging: 'cursor' | 'id';
  /** Field of a page that holds the items. Default `data`. */
  readonly items?: string | undefined;
  /** The user's query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Checkpoint to begin at. */
  readonly resumeFrom: Checkpoint | undefined;
  /** Whether the next page is fetched while the current one is read. */
  readonly prefetch: boolean;
  /** Fetches one page. */
  readonly fetch: (query: Readonly<Record<string, unknown>>) => PromiseLike<unknown> & {
    withResponse(): Promise<WithResponse<unknown>>;
  };
}

/**
 * A list: `for await` yields its items, {@link Paginator.pages} its pages, `await` its first page. Nothing is fetched
 * before it is asked for.
 *
 * @typeParam T - One item.
 */
export class Paginator<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #parts: PaginatorParts;
  #first: Promise<Page<T>> | undefined;

  /** @param parts - Where the pages come from. */
  constructor(parts: PaginatorParts) {
    this.#parts = parts;
  }

  /** Yields the items of all pages. */
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return new ItemIterator(this.pages());
  }

  /** Yields the pages, including empty ones that are not the last. */
  async *pages(): AsyncGenerator<Page<T>, undefined> {
    const seen = new Set<string>();
    let checkpoint = this.#parts.resumeFrom ?? null;
    let accepted: Checkpoint | null = null;
    let next: Promise<Page<T>> | undefined = this.#fetch(checkpoint);
    while (next !== undefined) {
      const page: Page<T> = await this.#located(next, { checkpoint, accepted, isLater: seen.size > 0 });
      next = undefined;
      accepted = checkpoint;
      checkpoint = page.checkpoint;
      if (checkpoint !== null) {
        this.#refuseRepeated(seen, checkpoint, page.requestId);
        if (this.#parts.prefetch) {
          next = this.#fetch(checkpoint);
          // Its error is thrown when the page is asked for; until then it is not unhandled.
          next.catch(() => undefined);
        }
      }
      yield page;
      if (checkpoint !== null) next ??= this.#fetch(checkpoint);
    }
  }

  /** Fetches the first page. */
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is its use.
  then<A = Page<T>, B = never>(
    onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const checkpoint = this.#parts.resumeFrom ?? null;
    this.#first ??= this.#located(this.#fetch(checkpoint), { checkpoint, accepted: null, isLater: false });
    return this.#first.then(onFulfilled, onRejected);
  }

  async #fetch(checkpoint: Checkpoint | null): Promise<Page<T>> {
    const { query, fetch, items = 'data' } = this.#parts;
    const { data: body, requestId } = await fetch(
      checkpoint === null ? query : at(query, checkpoint),
    ).withResponse();
    const page = body as Record<string, unknown>;
    // A cursor page without items may leave `data` out.
    const data = page[items] === undefined && Object.hasOwn(page, 'next_page') ? [] : page[items];
    if (!Array.isArray(data))
      throw new PagingError(`the page has no list \`${items}\``, {
        operation: this.#parts.operation,
        requestId,
        checkpoint,
      });
    return { data: data as T[], checkpoint: this.#nextCheckpoint(page, data.length), requestId, body: page };
  }

  #nextCheckpoint(page: Readonly<Record<string, unknown>>, length: number): Checkpoint | null {
    const { operation, paging, query, resumeFrom } = this.#parts;
    if (paging === 'cursor') return checkpointOf(operation, 'page', page['next_page']);
    // A service that leaves `has_more` out may still have more: the cursor decides.
    if (page['has_more'] === false || length === 0) return null;
    const backwards =
      resumeFrom === undefined ? query['before_id'] !== undefined : resumeFrom.parameter === 'before_id';
    return backwards
      ? checkpointOf(operation, 'before_id', page['first_id'])
      : checkpointOf(operation, 'after_id', page['last_id']);
  }

  #refuseRepeated(seen: Set<string>, checkpoint: Checkpoint, requestId: string | null): void {
    if (seen.has(checkpoint.cursor))
      throw new PagingError('the server repeated a cursor, the list would never end', {
        operation: this.#parts.operation,
        requestId,
        checkpoint,
      });
    seen.add(checkpoint.cursor);
  }

  /** The error of a page after the first, or of a refused cursor, carries the checkpoint to resume from. */
  async #located(page: Promise<Page<T>>, { checkpoint, accepted, isLater }: Place): Promise<Page<T>> {
    try {
      return await page;
    } catch (error) {
      if (!ParlanceError.is(error) || PagingError.is(error)) throw error;
      const { operation, query } = this.#parts;
      const { requestId = null } = error as { requestId?: string | null };
      if (checkpoint !== null && (error as { status?: unknown }).status === 400)
        throw new CursorRefusedError(
          { operation, requestId, filters: withoutCursor(query), refused: checkpoint, checkpoint: accepted },
          error,
        );
      if (!isLater) throw error;
      const message = `a page could not be fetched: ${error.message}`;
      throw new PagingError(message, { operation, requestId, checkpoint }, error);
    }
  }
}

/** Yields the items of a page without a step of the event loop between them, which a generator would need. */
class ItemIterator<T> implements AsyncIterator<T, undefined> {
  readonly #pages: AsyncGenerator<Page<T>, undefined>;
  #items: readonly T[] = [];
  #index = 0;
  /** Set while a page is being fetched; later calls of `next` wait for it. */
  #turning: Promise<IteratorResult<T, undefined>> | undefined;

  constructor(pages: AsyncGenerator<Page<T>, undefined>) {
    this.#pages = pages;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#turning !== undefined) {
      const again = (): Promise<IteratorResult<T, undefined>> => this.next();
      return this.#turning.then(again, again);
    }
    if (this.#index === this.#items.length) {
      this.#turning = this.#turn().finally(() => {
        this.#turning = undefined;
      });
      return this.#turning;
    }
    const value = this.#items[this.#index] as T;
    this.#index += 1;
    return Promise.resolve({ done: false, value });
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#items = [];
    this.#index = 0;
    await this.#pages.return(undefined);
    return { done: true, value: undefined };
  }

  async #turn(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      const { done, value } = await this.#pages.next();
      if (done === true) return { done, value: undefined };
      if (value.data.length === 0) continue;
      this.#items = value.data;
      this.#index = 1;
      return { done: false, value: value.data[0] as T };
    }
  }
}

/** The page that is fetched, and the one before it. */
interface Place {
  /** Checkpoint of the page; null for the first one of all. */
  readonly checkpoint: Checkpoint | null;
  /** Checkpoint of the page before it. */
  readonly accepted: Checkpoint | null;
  readonly isLater: boolean;
}

function checkpointOf(
  operation: string,
  parameter: Checkpoint['parameter'],
  cursor: unknown,
): Checkpoint | null {
  return typeof cursor === 'string' && cursor !== '' ? { operation, parameter, cursor } : null;
}

function at(query: Readonly<Record<string, unknown>>, checkpoint: Checkpoint): Record<string, unknown> {
  return { ...withoutCursor(query), [checkpoint.parameter]: checkpoint.cursor };
}

function withoutCursor(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { page: _page, after_id: _after, before_id: _before, ...rest } = query;
  return rest;
}
