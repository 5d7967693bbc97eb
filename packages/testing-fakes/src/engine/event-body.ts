/** Writes server-sent events, paced on the world's clock. */
import type { Clock } from '../world/clock.js';
import { Pause, type Delivery, type EventAnswer, type Events } from './answer.js';
import type { BodyStream } from './message.js';
import { Refusal } from './refusal.js';

/** Events sent without a pause between them are joined up to this many characters. */
const CHUNK_CHARACTERS = 16_384;

/** Parts of {@link createEventBody}. */
export interface EventBodyParts {
  readonly answer: EventAnswer<unknown>;
  readonly clock: Clock;
  /** Milliseconds before each event after the first; 0 for none. */
  readonly paceMs: number;
  /** Gives an event as it is to be sent. */
  readonly write: (event: unknown) => unknown;
  /** Makes the body of the event `error` out of what the events threw. */
  readonly errorOf: (error: unknown) => unknown;
  /** Hears of the end, whichever way it comes. */
  readonly onEnd: () => void;
}

/**
 * Makes the body of an event stream.
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
  // Opened now and not with the first read: a live source begins with what happens after the answer.
  const source = open(parts.answer, gone.signal);
  const chunks = writeChunks(parts, { source, signal: gone.signal }, end);
  return {
    [Symbol.asyncIterator]: () => chunks,
    cancel: () => {
      gone.abort();
      // Runs the finally blocks of the handler's events; a wait in progress has been woken above.
      void chunks.return(undefined).then(end, end);
    },
  };
}

/** Writes one event. */
export function frameOf(event: unknown): string {
  const type = typeof event === 'object' && event !== null ? (event as { type?: unknown }).type : undefined;
  return `event: ${typeof type === 'string' ? type : 'message'}\ndata: ${JSON.stringify(event)}\n\n`;
}

function open(answer: EventAnswer<unknown>, signal: AbortSignal): Events<unknown> {
  try {
    return answer.open(signal);
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
  let buffer = '';
  const { delivery } = parts.answer;
  const paceMs = delivery.paceMs ?? parts.paceMs;
  let index = 0;
  try {
    const isLive = Symbol.asyncIterator in source;
    for await (const event of source) {
      if (signal.aborted) return;
      const waitMs = event instanceof Pause ? event.ms : index === 0 ? 0 : paceMs;
      // What is produced while it is sent goes out at once; what is there already is joined.
      if (buffer !== '' && (waitMs > 0 || buffer.length >= CHUNK_CHARACTERS)) {
        yield buffer;
        buffer = '';
      }
      if (waitMs > 0) await parts.clock.sleep(waitMs, signal);
      if (signal.aborted) return;
      if (event instanceof Pause) continue;
      if (index === delivery.error?.event) throw failureOf(delivery.error);
      index++;
      buffer += frameOf(parts.write(event));
      if (isLive) {
        yield buffer;
        buffer = '';
      }
    }
    if (buffer !== '') yield buffer;
  } catch (error) {
    yield buffer + frameOf(parts.errorOf(error));
  } finally {
    end();
  }
}

function failureOf(error: NonNullable<Delivery['error']>): Refusal {
  const { type = 'overloaded_error', message = 'Script: error event.' } = error;
  return new Refusal({ status: 529, type, message, rule: null });
}
