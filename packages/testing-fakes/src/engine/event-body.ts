/**
 * Bodies of server-sent events, paced by the world's clock.
 *
 * Rules: GEN-014.
 */
import type { Clock } from '../world/clock.js';
import { Pause, type Delivery, type EventResult, type Events } from './handler-result.js';
import type { BodyStream } from './message.js';
import { Refusal } from './refusal.js';

/** Maximum number of characters up to which events without pauses are joined into one chunk. */
const CHUNK_CHARACTERS = 16_384;

const CANCELLED = 'The client disconnected.';

/** Options for {@link createEventBody}. */
export interface EventBodyParts {
  readonly result: EventResult<unknown>;
  readonly clock: Clock;
  /** Default delay before each event after the first, in milliseconds of world time. */
  readonly paceMs: number;
  /** Called with each event before it is sent; returns the event to send. */
  readonly write: (event: unknown) => unknown;
  /** Converts an error thrown by the source into the data of the `error` event. */
  readonly errorOf: (error: unknown) => unknown;
  /** Called once when the stream ends, fails or is cancelled. */
  readonly onEnd: () => void;
}

/**
 * Creates the body of an event stream.
 *
 * @param parts - See {@link EventBodyParts}.
 */
export function createEventBody(parts: EventBodyParts): BodyStream {
  const gone = new AbortController();
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    parts.onEnd();
  }
  // Opened now, not on the first read: a live source must include everything that happens after the response starts.
  const source = open(parts.result, gone.signal);
  const chunks = writeChunks(parts, { source, signal: gone.signal }, end);
  return {
    [Symbol.asyncIterator]: () => chunks,
    cancel: () => {
      if (ended) return;
      // An explicit reason, because the default creates an error with a stack trace for each cancellation.
      gone.abort(CANCELLED);
      // Runs the source's finally blocks. The abort above has ended any pending wait.
      void chunks.return(undefined).then(end, end);
    },
  };
}

/** Returns an event as a server-sent event. */
export function frameOf(event: unknown): string {
  const type = typeof event === 'object' && event !== null ? (event as { type?: unknown }).type : undefined;
  return `event: ${typeof type === 'string' ? type : 'message'}\ndata: ${JSON.stringify(event)}\n\n`;
}

function open(result: EventResult<unknown>, signal: AbortSignal): Events<unknown> {
  try {
    return result.open(signal);
  } catch (error) {
    return {
      [Symbol.iterator]: () => {
        throw error;
      },
    };
  }
}

async function* writeChunks(
  parts: EventBodyParts,
  { source, signal }: { readonly source: Events<unknown>; readonly signal: AbortSignal },
  end: () => void,
): AsyncGenerator<string, void> {
  const writer = new FrameWriter(parts);
  try {
    if (Symbol.asyncIterator in source) yield* writeLive(source, writer, signal);
    else yield* writeReady(source, writer, signal);
  } catch (error) {
    yield writer.take() + frameOf(parts.errorOf(error));
  } finally {
    end();
  }
}

/** Joins events that are available immediately into large chunks; a chunk also ends at each pause. */
async function* writeReady(
  source: Iterable<unknown>,
  writer: FrameWriter,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  for (const event of source) {
    const waitMs = writer.waitBefore(event);
    if (waitMs > 0 || writer.size >= CHUNK_CHARACTERS) {
      if (writer.size > 0) yield writer.take();
      if (waitMs > 0) await writer.clock.sleep(waitMs, signal);
      if (signal.aborted) return;
    }
    writer.add(event);
  }
  if (writer.size > 0) yield writer.take();
}

/** Sends each event of a live source as soon as it is produced. */
async function* writeLive(
  source: AsyncIterable<unknown>,
  writer: FrameWriter,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  for await (const event of source) {
    const waitMs = writer.waitBefore(event);
    if (waitMs > 0) await writer.clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    writer.add(event);
    if (writer.size > 0) yield writer.take();
  }
}

/** Buffers frames until they are taken. */
class FrameWriter {
  readonly clock: Clock;
  readonly #parts: EventBodyParts;
  readonly #paceMs: number;
  #index = 0;
  #buffer = '';

  constructor(parts: EventBodyParts) {
    this.clock = parts.clock;
    this.#parts = parts;
    this.#paceMs = parts.result.delivery.paceMs ?? parts.paceMs;
  }

  get size(): number {
    return this.#buffer.length;
  }

  waitBefore(event: unknown): number {
    if (event instanceof Pause) return event.ms;
    return this.#index === 0 ? 0 : this.#paceMs;
  }

  add(event: unknown): void {
    if (event instanceof Pause) return;
    const { error } = this.#parts.result.delivery;
    if (error !== undefined && this.#index === error.event) throw failureOf(error);
    this.#index++;
    this.#buffer += frameOf(this.#parts.write(event));
  }

  take(): string {
    const taken = this.#buffer;
    this.#buffer = '';
    return taken;
  }
}

function failureOf(error: NonNullable<Delivery['error']>): Refusal {
  const { type = 'overloaded_error', message = 'Script: error event.' } = error;
  return new Refusal({ status: 529, type, message, rule: null });
}
