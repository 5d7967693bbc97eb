import { CursorRefusedError } from '../errors/cursor-refused-error.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { PagingError } from '../errors/request-errors.js';
import type { WithResponse } from '../api-promise.js';
import type { Page, PagePosition } from './page.js';

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
  /** Position to begin at. */
  readonly from: PagePosition | undefined;
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
    let position = this.#parts.from ?? null;
    let accepted: PagePosition | null = null;
    let next: Promise<Page<T>> | undefined = this.#fetch(position);
    while (next !== undefined) {
      const page: Page<T> = await this.#located(next, { position, accepted, isLater: seen.size > 0 });
      next = undefined;
      accepted = position;
      position = page.position;
      if (position !== null) {
        this.#refuseRepeated(seen, position, page.requestId);
        if (this.#parts.prefetch) {
          next = this.#fetch(position);
          // Its error is thrown when the page is asked for; until then it is not unhandled.
          next.catch(() => undefined);
        }
      }
      yield page;
      if (position !== null) next ??= this.#fetch(position);
    }
  }

  /** Fetches the first page. */
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is its use.
  then<A = Page<T>, B = never>(
    onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const position = this.#parts.from ?? null;
    this.#first ??= this.#located(this.#fetch(position), { position, accepted: null, isLater: false });
    return this.#first.then(onFulfilled, onRejected);
  }

  async #fetch(position: PagePosition | null): Promise<Page<T>> {
    const { query, fetch, items = 'data' } = this.#parts;
    const { data: body, requestId } = await fetch(
      position === null ? query : at(query, position),
    ).withResponse();
    const page = body as Record<string, unknown>;
    // A cursor page without items may leave `data` out.
    const data = page[items] === undefined && Object.hasOwn(page, 'next_page') ? [] : page[items];
    if (!Array.isArray(data))
      throw new PagingError(`the page has no list \`${items}\``, {
        operation: this.#parts.operation,
        requestId,
        position,
      });
    return { data: data as T[], position: this.#nextPosition(page, data.length), requestId, body: page };
  }

  #nextPosition(page: Readonly<Record<string, unknown>>, length: number): PagePosition | null {
    const { operation, paging, query, from } = this.#parts;
    if (paging === 'cursor') return positionOf(operation, 'page', page['next_page']);
    if (page['has_more'] !== true || length === 0) return null;
    const backwards = from === undefined ? query['before_id'] !== undefined : from.parameter === 'before_id';
    return backwards
      ? positionOf(operation, 'before_id', page['first_id'])
      : positionOf(operation, 'after_id', page['last_id']);
  }

  #refuseRepeated(seen: Set<string>, position: PagePosition, requestId: string | null): void {
    if (seen.has(position.cursor))
      throw new PagingError('the server repeated a cursor, the list would never end', {
        operation: this.#parts.operation,
        requestId,
        position,
      });
    seen.add(position.cursor);
  }

  /** The error of a page after the first, or of a refused cursor, carries the position to resume from. */
  async #located(page: Promise<Page<T>>, { position, accepted, isLater }: Place): Promise<Page<T>> {
    try {
      return await page;
    } catch (error) {
      if (!ParlanceError.is(error) || PagingError.is(error)) throw error;
      const { operation, query } = this.#parts;
      const { requestId = null } = error as { requestId?: string | null };
      if (position !== null && (error as { status?: unknown }).status === 400)
        throw new CursorRefusedError(
          { operation, requestId, filters: withoutCursor(query), refused: position, position: accepted },
          error,
        );
      if (!isLater) throw error;
      const message = `a page could not be fetched: ${error.message}`;
      throw new PagingError(message, { operation, requestId, position }, error);
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
  /** Position of the page; null for the first one of all. */
  readonly position: PagePosition | null;
  /** Position of the page before it. */
  readonly accepted: PagePosition | null;
  readonly isLater: boolean;
}

function positionOf(
  operation: string,
  parameter: PagePosition['parameter'],
  cursor: unknown,
): PagePosition | null {
  return typeof cursor === 'string' && cursor !== '' ? { operation, parameter, cursor } : null;
}

function at(query: Readonly<Record<string, unknown>>, position: PagePosition): Record<string, unknown> {
  return { ...withoutCursor(query), [position.parameter]: position.cursor };
}

function withoutCursor(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { page: _page, after_id: _after, before_id: _before, ...rest } = query;
  return rest;
}
