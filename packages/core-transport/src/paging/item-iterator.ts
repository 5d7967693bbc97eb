import type { Page } from './page.js';

/** Yields the items of a page without the extra microtask per item that a generator would cost. */
export class ItemIterator<T> implements AsyncIterator<T, undefined> {
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
