import { StreamError } from '../errors/response-errors.js';
import type { EventFeed, FeedEnd } from './event-feed.js';
import { EventQueue, givenUp } from './event-queue.js';

/** What is split. */
interface Source {
  readonly operation: string;
  /** Its feed; undefined before it has opened. */
  readonly feed: () => Pick<EventFeed<unknown>, 'requestId' | 'signal'> | undefined;
}

/**
 * Splits a stream in two. The source is read as fast as the faster branch asks; what the slower one has not taken
 * waits for it. When both are aborted, so is the source.
 */
export function teeFeeds<Event>(
  source: Source,
  iterator: AsyncIterator<Event, undefined>,
): [EventFeed<Event>, EventFeed<Event>] {
  const branches: Branch<Event>[] = [];
  let reading = false;
  const hand = ({ done, value }: IteratorResult<Event, undefined>): void => {
    reading = false;
    for (const branch of branches)
      if (done === true) branch.finish({ ending: 'completed', cause: undefined });
      else branch.add(value);
  };
  const fail = (error: Error): void => {
    const end = StreamError.is(error)
      ? { ending: error.ending, cause: error.cause }
      : { ending: 'failed' as const, cause: error };
    for (const branch of branches) branch.finish(end);
  };
  const read = (): void => {
    if (reading) return;
    reading = true;
    iterator.next().then(hand, fail);
  };
  const aborted = (): void => {
    if (branches.every((branch) => branch.ended !== undefined)) void iterator.return?.();
  };
  const pair: [Branch<Event>, Branch<Event>] = [
    new Branch(source, read, aborted),
    new Branch(source, read, aborted),
  ];
  branches.push(...pair);
  return pair;
}

class Branch<Event> implements EventFeed<Event> {
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

  get requestId(): string | null {
    return this.#source.feed()?.requestId ?? null;
  }

  get signal(): AbortSignal | undefined {
    return this.#source.feed()?.signal;
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
      this.ended = givenUp(this.ended, this.#queue, cause);
      return;
    }
    this.#queue.clear();
    this.finish({ ending: 'aborted', cause });
    this.#aborted();
  }

  closed(): void {}
}
