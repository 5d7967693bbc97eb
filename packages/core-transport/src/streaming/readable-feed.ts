import type { Operation } from '@parlance/schemas/kit';
import { ParlanceError, safeCause } from '../errors/parlance-error.js';
import { ConfigError, ConnectionError } from '../errors/request-errors.js';
import { StreamError, type StreamEndReason } from '../errors/response-errors.js';
import type { EventFeed } from './event-feed.js';
import { iteratorFeeds } from './iterator-feeds.js';
import { streamRule } from './stream-rule.js';

/** Maximum length of a line, in characters. */
const MAX_LINE = 16_777_216;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads the events that `writeLines` wrote. The stream ends by the same rules as a response.
 *
 * @throws {ConfigError} When the stream is not a web stream, or is locked.
 */
export async function readableFeed<Event extends object>(
  operation: Operation,
  stream: ReadableStream<Uint8Array>,
): Promise<EventFeed<Event>> {
  if (typeof (stream as Partial<ReadableStream> | null | undefined)?.getReader !== 'function')
    throw new ConfigError('stream', 'stream must be a ReadableStream');
  if (stream.locked) throw new ConfigError('stream', 'stream must not be locked to another reader');
  const reader: Reader = stream.getReader();
  const events = readEvents<Event>(operation, reader);
  const iterator: AsyncIterator<Event, undefined> = {
    next: () => events.next(),
    // A generator that awaits the reader would only return after the next chunk.
    return: () => {
      drop(reader);
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  const [feed] = iteratorFeeds(
    { operation: operation.id, requestId: null, status: 200, headers: {} },
    iterator,
    1,
  );
  return feed as EventFeed<Event>;
}

async function* readEvents<Event extends object>(
  operation: Operation,
  reader: Reader,
): AsyncGenerator<Event, undefined> {
  const { isLast, pace } = streamRule(operation);
  const { id } = operation;
  try {
    for await (const line of readLines(id, reader)) {
      const event = parseLine(id, line);
      yield event as Event;
      if (isLast((event as { type?: unknown }).type, event)) return;
    }
  } catch (error) {
    throw ParlanceError.is(error) ? broken(id, 'server_error', error) : cut(id, error);
  } finally {
    // The stream may continue after the last event or an unreadable line.
    drop(reader);
  }
  if (pace === 'content') throw cut(id, undefined);
}

/** Stops reading. The writer may already be gone. */
function drop(reader: Reader): void {
  reader.cancel().catch(() => undefined);
}

async function* readLines(operation: string, reader: Reader): AsyncGenerator<string, undefined> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!ArrayBuffer.isView(read.value))
      throw new ConfigError(
        'stream',
        `${operation}: the stream must contain bytes, not a ${typeof read.value}`,
      );
    const lines = text.decode(read.value, { stream: true }).split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
    if (rest.length > MAX_LINE)
      throw new ParlanceError('event_too_large', `${operation}: an event exceeds ${MAX_LINE} characters`);
  }
}

function parseLine(operation: string, line: string): object {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event === 'object' && event !== null) return event;
  } catch {
    // The engine's message is not used: it quotes the text, which may be sensitive.
  }
  throw new ParlanceError('invalid_json', `${operation}: expected each line to be a JSON object`);
}

function cut(operation: string, error: unknown): StreamError {
  const facts = { operation, attempts: [], requestId: null, sent: true, cause: safeCause(error) };
  const message = `${operation}: the stream ended before its last event`;
  return broken(operation, 'truncated', new ConnectionError('truncated', message, facts));
}

/** Creates the error from which an iterator's {@link EventFeed} takes its end; the stream adds the partial result. */
function broken(operation: string, reason: StreamEndReason, cause: Error): StreamError {
  const nothing = { requestId: null, partial: undefined, usage: undefined, lastEventIndex: -1 };
  return new StreamError(reason, { operation, cause, ...nothing });
}
