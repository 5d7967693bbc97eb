import type { WithResponse } from '../api-promise.js';
import { BadRequestError } from '../errors/api-error.js';
import { CursorRefusedError } from '../errors/cursor-refused-error.js';
import { hide, ParlanceError } from '../errors/parlance-error.js';
import { PagingError } from '../errors/request-errors.js';
import { Page, type Checkpoint, type PageParts } from './page.js';

/** Constructor argument of a {@link Paginator}. */
export interface PaginatorParts {
  /** Id of the operation. */
  readonly operation: string;
  /** Paging family. */
  readonly paging: 'cursor' | 'id';
  /** Field of a page that contains the items. Default `data`. */
  readonly items?: string | undefined;
  /** The user's query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Digest of the path parameters and filters. */
  readonly filters: string;
  /** Checkpoint to resume from; undefined starts with the first page. */
  readonly resumeFrom: Checkpoint | undefined;
  /** Whether to fetch the next page while the current one is consumed. */
  readonly prefetch: boolean;
  /** Fetches one page. */
  readonly fetch: (query: Readonly<Record<string, unknown>>) => PromiseLike<unknown> & {
    /** Resolves with the page, its status and headers. */
    withResponse(): Promise<WithResponse<unknown>>;
  };
}

/**
 * A list of items across pages. `for await` yields all items, {@link Paginator.pages} yields pages, and `await`
 * returns the first page. Pages are fetched on demand.
 *
 * @typeParam T - One item.
 */
export class Paginator<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #parts: PaginatorParts;
  #first: Promise<Page<T>> | undefined;

  /** @param parts - The list and how to fetch its pages. */
  constructor(parts: PaginatorParts) {
    this.#parts = parts;
  }

  /** Yields the items of all pages. */
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return new ItemIterator(this.pages());
  }

  /** Yields the pages. Empty pages in the middle of a list are included. */
  async *pages(): AsyncGenerator<Page<T>, undefined> {
    const seen = new Set(this.#firstCursor());
    let place: Place = { checkpoint: this.#parts.resumeFrom ?? null, previous: null };
    let next = place.checkpoint?.done === true ? undefined : this.#fetch(place);
    while (next !== undefined) {
      const page: Page<T> = await next;
      next = undefined;
      place = { checkpoint: page.checkpoint, previous: place.checkpoint };
      const hasNext = page.checkpoint.done !== true;
      if (hasNext) {
        this.#refuseRepeated(seen, page, place.previous);
        if (this.#parts.prefetch) {
          next = this.#fetch(place);
          // Its error is thrown when the page is requested; until then it must not count as unhandled.
          next.catch(() => undefined);
        }
      }
      yield page;
      if (hasNext) next ??= this.#fetch(place);
    }
  }

  /** Fetches the first page. A list that is resumed from a finished checkpoint has an empty one, without a request. */
  // oxlint-disable-next-line unicorn/no-thenable -- it is meant to be awaited.
  then<A = Page<T>, B = never>(
    onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#fetch({ checkpoint: this.#parts.resumeFrom ?? null, previous: null });
    return this.#first.then(onFulfilled, onRejected);
  }

  async #fetch({ checkpoint, previous }: Place): Promise<Page<T>> {
    const { query, fetch, paging, items = 'data' } = this.#parts;
    if (checkpoint?.done === true)
      return this.#page({ data: [], checkpoint, status: 200, headers: {}, requestId: null, body: {} });
    try {
      const response = await fetch(checkpoint === null ? query : at(query, checkpoint)).withResponse();
      const body = response.data as Readonly<Record<string, unknown>>;
      // A cursor page without items may omit `data`.
      const data = body[items] === undefined && Object.hasOwn(body, 'next_page') ? [] : body[items];
      if (!Array.isArray(data) || data.includes(null))
        throw this.#pagingError(`the page has no array \`${items}\``, response, checkpoint);
      const { status, headers, requestId } = response;
      const next = this.#nextCheckpoint(body, data.length);
      const hasMore = body['has_more'] === true || typeof (body['next_page'] ?? '') !== 'string';
      if (next === null && hasMore)
        throw this.#pagingError(
          'the page announces more items but has no cursor to continue with',
          response,
          checkpoint,
        );
      const after =
        next ??
        this.#checkpoint({ parameter: paging === 'cursor' ? 'page' : 'after_id', cursor: '', done: true });
      return this.#page({ data: data as T[], checkpoint: after, status, headers, requestId, body });
    } catch (error) {
      throw this.#located(error, { checkpoint, previous });
    }
  }

  #page(parts: PageParts<T>): Page<T> {
    return new Page<T>(parts, (resumeFrom) => new Paginator<T>({ ...this.#parts, resumeFrom }));
  }

  #nextCheckpoint(body: Readonly<Record<string, unknown>>, length: number): Checkpoint | null {
    const { paging, query, resumeFrom } = this.#parts;
    if (paging === 'cursor') return this.#following('page', body['next_page']);
    // Without `has_more`, a page with items may be followed by more.
    if (body['has_more'] === false || (length === 0 && body['has_more'] !== true)) return null;
    const isBackwards =
      resumeFrom === undefined ? query['before_id'] !== undefined : resumeFrom.parameter === 'before_id';
    return isBackwards
      ? this.#following('before_id', body['first_id'])
      : this.#following('after_id', body['last_id']);
  }

  #following(parameter: Checkpoint['parameter'], cursor: unknown): Checkpoint | null {
    return typeof cursor === 'string' && cursor !== '' ? this.#checkpoint({ parameter, cursor }) : null;
  }

  #checkpoint(place: Omit<Checkpoint, 'operation' | 'filters'>): Checkpoint {
    const { operation, filters } = this.#parts;
    return { operation, filters, ...place };
  }

  /** Returns the cursor of the first page, if there is one. */
  #firstCursor(): readonly string[] {
    const { query, resumeFrom } = this.#parts;
    const cursors = [resumeFrom?.cursor, query['page'], query['after_id'], query['before_id']];
    return cursors.filter((cursor) => typeof cursor === 'string').slice(0, 1);
  }

  #refuseRepeated(seen: Set<string>, { checkpoint, requestId }: Page<T>, previous: Checkpoint | null): void {
    const { cursor } = checkpoint;
    if (seen.has(cursor))
      throw this.#pagingError(
        'the server repeated a cursor, so the list would never end',
        { requestId },
        previous,
      );
    seen.add(cursor);
  }

  #pagingError(
    message: string,
    { requestId }: { readonly requestId: string | null },
    checkpoint: Checkpoint | null,
  ): PagingError {
    return new PagingError(message, { operation: this.#parts.operation, requestId, checkpoint });
  }

  /** Adds the checkpoint to resume from to an error. */
  #located(error: unknown, { checkpoint, previous }: Place): unknown {
    if (checkpoint === null || !ParlanceError.is(error) || PagingError.is(error)) return error;
    if (BadRequestError.is(error)) {
      const filters = withoutCursor(this.#parts.query);
      return new CursorRefusedError(error, { filters, refused: checkpoint, checkpoint: previous });
    }
    hide(error, 'checkpoint', checkpoint);
    return error;
  }
}

/** Yields the items of a page without the extra microtask per item that a generator would cost. */
class ItemIterator<T> implements AsyncIterator<T, undefined> {
  readonly #pages: AsyncGenerator<Page<T>, undefined>;
  #items: readonly T[] = [];
  #index = 0;
  /** Set while a page is being fetched; calls to `next()` queue behind it. */
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

/** A page of the list. */
interface Place {
  /** Checkpoint to fetch it with; null for the first page. */
  readonly checkpoint: Checkpoint | null;
  /** Checkpoint of the page before it. */
  readonly previous: Checkpoint | null;
}

function at(query: Readonly<Record<string, unknown>>, checkpoint: Checkpoint): Record<string, unknown> {
  return { ...withoutCursor(query), [checkpoint.parameter]: checkpoint.cursor };
}

/** Returns the filters of a query: everything but the cursor. */
export function withoutCursor(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { page: _page, after_id: _after, before_id: _before, ...rest } = query;
  return rest;
}
