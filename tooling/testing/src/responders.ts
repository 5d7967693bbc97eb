/** Responders for a {@link FaultServer}: faults and successful responses. */
import type { Responder } from './fault-server.js';

/** Head of a response. */
export function head(status: number, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Staged\r\n${lines.join('')}\r\n`;
}

/** A whole response with a body of known length. */
export function response(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const fields = { 'content-type': 'application/json', 'request-id': 'req_staged', ...headers };
  return Buffer.concat([Buffer.from(head(status, { ...fields, 'content-length': bytes.length })), bytes]);
}

/** Responds with a body of known length. */
export function respond(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Responder {
  return (connection) => connection.write(response(status, body, headers));
}

/** Responds with JSON. */
export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Responder {
  return respond(status, JSON.stringify(value), headers);
}

/** Responds with the service's error record. */
export function refusal(
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Responder {
  return json(
    status,
    { type: 'error', error: { type, message: 'staged' }, request_id: 'req_staged' },
    headers,
  );
}

/** Never responds. */
export const silent: Responder = () => undefined;

/** Closes the connection without a response. */
export const hangUp: Responder = (connection) => connection.fin();

/** Resets the connection without a response. */
export const reset: Responder = (connection) => connection.rst();

/** Sends the beginning of a response and then nothing. */
export function stall(bytes: string | Uint8Array): Responder {
  return (connection) => connection.write(bytes);
}

/** Sends the beginning of a response and then breaks the connection. */
export function cut(bytes: string | Uint8Array, how: 'fin' | 'rst'): Responder {
  return async (connection) => {
    await connection.write(bytes);
    // A reset drops data in flight, so let the client read first.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    if (how === 'fin') connection.fin();
    else connection.rst();
  };
}

/** A response in chunked transfer coding: head and one chunk, without its end. */
export function chunkedStart(body: string, headers: Readonly<Record<string, string>>): Buffer {
  const chunk = Buffer.from(body);
  // A chunk without bytes would end the body.
  const open = chunk.length === 0 ? '' : `${chunk.length.toString(16)}\r\n`;
  const start = head(200, { 'request-id': 'req_staged', ...headers, 'transfer-encoding': 'chunked' });
  return Buffer.concat([Buffer.from(start + open), chunk, Buffer.from(open && '\r\n')]);
}

/** End of a chunked body. */
export const chunkedEnd = '0\r\n\r\n';

/** One server-sent event. */
export function event(value: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'assistant-opus-4-7',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};
const delta = (text: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});

/** The events of a short message, as text, one for each. */
export const messageEvents: readonly string[] = [
  event(start),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event(delta('Hé')),
  event(delta('llo')),
  event({ type: 'content_block_stop', index: 0 }),
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 2 },
  }),
  event({ type: 'message_stop' }),
];

const SSE = { 'content-type': 'text/event-stream' };

/** Start of a streamed response, with the body so far. */
export function streamStart(body: string): Buffer {
  return chunkedStart(body, SSE);
}

/** A whole streamed response. */
export function streamed(body: string): Buffer {
  return Buffer.concat([streamStart(body), Buffer.from(chunkedEnd)]);
}

/** Responds with a complete stream. */
export function stream(body: string = messageEvents.join('')): Responder {
  return (connection) => connection.write(streamed(body));
}
