/** The bytes that the fake service sends, in both wire formats. */
import type { Responder } from '../fault-server.ts';
import { respond, json, response, streamStart, streamed } from '../responders.ts';
import { chatCompletions, messages, type Dialect } from '../dialects.ts';
import type { Subject } from './subject.ts';

/** The text of every valid response. */
export const TEXT = 'Hello world';

/** Responses in one wire format. */
export interface Wire {
  /** A valid response as JSON. */
  readonly document: string;
  /** The events of a valid stream. */
  readonly events: readonly string[];
  /** The events up to the first text. */
  readonly half: string;
  /** The events after the first text. */
  readonly rest: string;
  /** The events before any text. */
  readonly start: string;
  /** A keep-alive without content. */
  readonly ping: string;
  /** An error event. */
  readonly errorEvent: string;
  /** A complete event with truncated JSON. */
  readonly brokenEvent: string;
  /** An event of an unknown type. */
  readonly futureEvent: string;
  /** A response whose content has the wrong type. */
  readonly wrongDocument: string;
  /** The events of a tool call, up to the middle of its input. */
  readonly toolHalf: string;
  /** A page of a list. `next` is whether there is another page. */
  page(ids: readonly string[], next: boolean): string;
}

/** Returns the responses in the wire format of a library. */
export function wireOf({ dialect }: Subject): Wire {
  return dialect === 'messages' ? MESSAGES : CHAT_COMPLETIONS;
}

/** A complete stream. */
export function wholeStream(wire: Wire): Responder {
  return (connection) => connection.write(streamed(wire.events.join('')));
}

/** A stream that closes cleanly after the events. */
export function endedStream(events: string): Responder {
  return (connection) => connection.write(streamed(events));
}

/** A stream that stays open after the events. */
export function openStream(events: string): Responder {
  return (connection) => connection.write(streamStart(events));
}

/** A stream that stalls after the first text, but sends pings until the connection closes. */
export function pinging(wire: Wire, everyMs: number): Responder {
  return async (connection) => {
    await connection.write(streamStart(wire.half));
    const timer = setInterval(() => {
      const ping = wire.ping;
      void connection.write(`${Buffer.byteLength(ping).toString(16)}\r\n${ping}\r\n`);
    }, everyMs);
    timer.unref();
  };
}

/** A stream with an event that grows to a number of megabytes and never ends. */
export function endlessEvent(wire: Wire, megabytes: number): Responder {
  const chunk = `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`;
  return async (connection) => {
    await connection.write(streamStart(`${wire.half}data: `));
    for (let count = 0; count < megabytes; count += 1) await connection.write(chunk);
  };
}

/** A valid response. */
export function good(wire: Wire): Responder {
  return respond(200, wire.document);
}

/** An error response that libraries for both wire formats understand. */
export function refused(
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Responder {
  const error = { type, message: 'staged', code: null, param: null };
  return json(status, { type: 'error', error, request_id: 'req_staged' }, headers);
}

/** A valid response without its last bytes. */
export function cutDocument(wire: Wire): Buffer {
  return response(200, wire.document).subarray(0, -20);
}

const PIECES = ['Hello', ' world'];
const TOOL_PIECES = ['{"rows":[{"n":1}', ',{"n":2}', ',{"n":3}', ']}'] as const;

function wire(dialect: Dialect, parts: Pick<Wire, 'ping' | 'errorEvent' | 'wrongDocument'>): Wire {
  const events = dialect.events({ kind: 'text', pieces: PIECES });
  const first = events.findIndex((event) => event.includes('Hello'));
  const call = dialect.events({ kind: 'tool', pieces: TOOL_PIECES });
  const [, middle] = TOOL_PIECES;
  return {
    ...parts,
    document: dialect.document(TEXT),
    events,
    half: events.slice(0, first + 1).join(''),
    rest: events.slice(first + 1).join(''),
    start: events.slice(0, first).join(''),
    brokenEvent: `${events[first]?.slice(0, -20)}\n\n`,
    futureEvent: 'event: future\ndata: {"type":"future","choices":[]}\n\n',
    toolHalf: call
      .slice(0, call.findIndex((event) => event.includes(JSON.stringify(middle).slice(1, -1))) + 1)
      .join(''),
    page: (ids, next) => dialect.page(ids, next ? 'more' : null),
  };
}

const MESSAGES = wire(messages, {
  ping: 'event: ping\ndata: {"type":"ping"}\n\n',
  errorEvent:
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"staged"}}\n\n',
  wrongDocument: JSON.stringify({ ...JSON.parse(messages.document(TEXT)), content: TEXT }),
});

const CHAT_COMPLETIONS = wire(chatCompletions, {
  ping: ': ping\n\n',
  errorEvent: 'data: {"error":{"type":"server_error","code":"overloaded","message":"staged"}}\n\n',
  wrongDocument: JSON.stringify({ ...JSON.parse(chatCompletions.document(TEXT)), choices: TEXT }),
});
