import type { Operation } from '@parlance/schemas';
import { ParlanceError, safeCause } from '../errors/parlance-error.js';
import { ConnectionError } from '../errors/request-errors.js';
import { Utf8Stream } from '../pipeline/utf8.js';
import type { EventFeed, FeedEnd } from './event-feed.js';
import { EventQueue, givenUp } from './event-queue.js';
import { streamRule } from './stream-rule.js';

/** Longest line that is accepted, in characters. */
const MAX_LINE = 16_777_216;

/** Reads the events that `writeLines` wrote. The end follows the same rules as that of a response. */
export function readableFeed<Event extends object>(
  operation: Operation,
  stream: ReadableStream<Uint8Array>,
): EventFeed<Event> {
  const feed = new LineFeed<Event>(operation, stream.getReader());
  void feed.run();
  return feed;
}

class LineFeed<Event extends object> implements EventFeed<Event> {
  readonly operation: string;
  readonly requestId: string | null = null;
  ended: FeedEnd | undefined = undefined;
  wake: (() => void) | null = null;
  readonly #operation: Operation;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #queue: EventQueue<Event> = new EventQueue();
  #line: string[] = [];
  #length = 0;
  #wanted: (() => void) | null = null;

  constructor(operation: Operation, reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.operation = operation.id;
    this.#operation = operation;
    this.#reader = reader;
  }

  take(): Event | undefined {
    const event = this.#queue.take();
    if (this.#queue.size === 0) {
      this.#wanted?.();
      this.#wanted = null;
    }
    return event;
  }

  cancel(cause: Error): void {
    if (this.ended !== undefined) {
      this.ended = givenUp(this.ended, this.#queue, cause);
      return;
    }
    this.#finish({ ending: 'aborted', cause });
    // Whoever writes may be gone already.
    this.#reader.cancel().catch(() => undefined);
  }

  closed(): void {}

  async run(): Promise<void> {
    const text = new Utf8Stream();
    try {
      while (this.ended === undefined) {
        const { done, value } = await this.#reader.read();
        if (done) this.#bodyEnded();
        else this.#readText(text.push(value));
        this.wake?.();
        if (this.#queue.size > 0 && this.ended === undefined)
          await new Promise<void>((resolve) => {
            this.#wanted = resolve;
          });
      }
    } catch (error) {
      const known = ParlanceError.is(error);
      this.#finish({
        ending: known ? 'server_error' : 'truncated',
        cause: known ? error : this.#broken(error),
      });
    }
  }

  #readText(text: string): void {
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      this.#line.push(text.slice(from, to));
      this.#readLine(this.#line.join(''));
      this.#line = [];
      this.#length = 0;
      from = to + 1;
    }
    this.#line.push(text.slice(from));
    this.#length += text.length - from;
    if (this.#length > MAX_LINE)
      throw new ParlanceError('event_too_large', `${this.operation}: an event is too large`);
  }

  #readLine(line: string): void {
    if (line.trim() === '' || this.ended !== undefined) return;
    const event: unknown = parseLine(line);
    if (typeof event !== 'object' || event === null)
      throw new ParlanceError('invalid_json', `${this.operation}: a line is no JSON object`);
    this.#queue.push(event as Event);
    const { type } = event as { type?: unknown };
    if (streamRule(this.#operation).isLast(type, event))
      this.#finish({ ending: 'completed', cause: undefined });
  }

  #bodyEnded(): void {
    if (this.#operation.stream === 'session') this.#finish({ ending: 'completed', cause: undefined });
    else this.#finish({ ending: 'truncated', cause: this.#broken(undefined) });
  }

  #finish(end: FeedEnd): void {
    if (this.ended !== undefined) return;
    this.ended = end;
    this.#wanted?.();
    this.wake?.();
  }

  #broken(error: unknown): ConnectionError {
    const facts = {
      operation: this.operation,
      attempts: [],
      requestId: null,
      sent: true,
      cause: safeCause(error),
    };
    return new ConnectionError(
      'truncated',
      `${this.operation}: the stream ended before its last event`,
      facts,
    );
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
