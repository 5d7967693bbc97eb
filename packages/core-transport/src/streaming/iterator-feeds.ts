import { StreamError } from '../errors/response-errors.js';
import type { EventFeed, FeedEnd } from './event-feed.js';
import { EventQueue, endOfAbandoned } from './event-queue.js';

/** The stream that the events come from. Its properties may change. */
type Source = Pick<EventFeed<unknown>, 'operation' | 'status' | 'headers' | 'requestId' | 'signal'>;

/**
 * Creates feeds that each yield all events of an iterator. The fastest feed sets the pace; events are buffered for
 * slower ones. The iterator is closed when all feeds are aborted.
 */
export function iteratorFeeds<Event>(
  source: Source,
  iterator: AsyncIterator<Event, undefined>,
  count: number,
): EventFeed<Event>[] {
  let reading = false;
  const hand = ({ done, value }: IteratorResult<Event, undefined>): void => {
    reading = false;
    for (const feed of feeds)
      if (done === true) feed.finish({ reason: 'completed', cause: undefined });
      else feed.add(value);
  };
  const fail = (error: Error): void => {
    const end = StreamError.is(error) ? error : { reason: 'failed' as const, cause: error };
    for (const feed of feeds) feed.finish(end);
  };
  const read = (): void => {
    if (reading) return;
    reading = true;
    iterator.next().then(hand, fail);
  };
  const aborted = (): void => {
    if (feeds.every((feed) => feed.ended !== undefined)) void iterator.return?.();
  };
  const feeds = Array.from({ length: count }, () => new IteratorFeed<Event>(source, read, aborted));
  return feeds;
}

class IteratorFeed<Event> implements EventFeed<Event> {
  ended: FeedEnd | undefined = undefined;
  wake: (() => void) | null = null;
  readonly #source: Source;
  readonly #read: () => void;
  readonly #aborted: () => void;
  readonly #queue: EventQueue<Event> = new EventQueue();

  constructor(source: Source, read: () => void, aborted: () => void) {
    this.#source = source;
    this.#read = read;
    this.#aborted = aborted;
  }

  get operation(): string {
    return this.#source.operation;
  }

  get status(): number {
    return this.#source.status;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#source.headers;
  }

  get requestId(): string | null {
    return this.#source.requestId;
  }

  get signal(): AbortSignal | undefined {
    return this.#source.signal;
  }

  take(): Event | undefined {
    const event = this.#queue.take();
    if (event === undefined && this.ended === undefined) this.#read();
    return event;
  }

  add(event: Event): void {
    if (this.ended !== undefined) return;
    this.#queue.push(event);
    this.wake?.();
  }

  finish(end: FeedEnd): void {
    if (this.ended !== undefined) return;
    this.ended = end;
    this.wake?.();
  }

  cancel(cause: Error): void {
    if (this.ended !== undefined) {
      this.ended = endOfAbandoned(this.ended, this.#queue, cause);
      return;
    }
    this.#queue.clear();
    this.finish({ reason: 'aborted', cause });
    this.#aborted();
  }

  closed(): void {}
}
