/** The faults of message streams. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Fault } from './fault-table.js';
import {
  respond,
  chunkedEnd,
  cut,
  event,
  head,
  messageEvents,
  refusal,
  response,
  stall,
  stream,
  streamed,
  streamStart,
} from './responders.js';

const [start = '', begin = '', first = '', ...rest] = messageEvents;
const half = start + begin + first;
const ping = event({ type: 'ping' });
const overload = event({ type: 'error', error: { type: 'overloaded_error', message: 'staged' } });
const once = { retry: { maxRetries: 0 } };
const SSE = { 'content-type': 'text/event-stream' };

/** Streams that end too early or never. */
const endings: readonly Fault[] = [
  {
    promise: 'A truncated stream is an error',
    fault: 'The body ends cleanly before the last event',
    kind: 'stream',
    responders: [stream(half)],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'A truncated stream is an error',
    fault: 'A body without a content length ends with its connection',
    kind: 'stream',
    responders: [cut(`${head(200, { ...SSE, connection: 'close' })}${half}`, 'fin')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'A truncated stream is an error',
    fault: 'A chunked body is cut off (FIN)',
    kind: 'stream',
    responders: [cut(streamStart(half), 'fin')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A truncated stream is an error',
    fault: 'A chunked body is cut off (RST)',
    kind: 'stream',
    responders: [cut(streamStart(half), 'rst')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream completes with its last event',
    fault: 'The last event arrives, but the body never ends',
    kind: 'stream',
    responders: [stall(streamStart(messageEvents.join('')))],
    ours: 'succeeds',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream times out',
    fault: 'Headers, then nothing',
    kind: 'stream',
    responders: [stall(streamStart(''))],
    options: { timeouts: { firstContentMs: 30 }, ...once },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream times out, even if pings arrive',
    fault: 'Pings, but no content',
    kind: 'stream',
    responders: [stall(streamStart(start + ping + ping))],
    options: { timeouts: { firstContentMs: 30 }, ...once },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream times out',
    fault: 'Silence after the first content',
    kind: 'stream',
    responders: [stall(streamStart(half))],
    options: { timeouts: { contentGapMs: 30 } },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
];

/** Compressed streams, split at every byte. */
const compressed: readonly Fault[] = Object.entries({
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}).map(([encoding, pack]) => ({
  promise: 'Server-sent events are parsed as the standard requires',
  fault: `The stream is compressed (\`${encoding}\`), and each byte arrives separately`,
  kind: 'stream',
  responders: [
    (connection) => {
      const bytes = response(200, pack(messageEvents.join('')), { ...SSE, 'content-encoding': encoding });
      return connection.writeCut(bytes, [...bytes.keys()].slice(1));
    },
  ],
  ours: 'succeeds',
  requests: 1,
  fetch: 'returns the complete text',
}));

/** Streams that contain errors or invalid data. */
const contents: readonly Fault[] = [
  {
    promise: 'An error event is thrown',
    fault: 'An error event after content',
    kind: 'stream',
    responders: [stream(half + overload)],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'A stream is retried transparently until its first content',
    fault: 'An error event before content, then a valid stream',
    kind: 'stream',
    responders: [stream(start + ping + overload), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'A stream is retried transparently until its first content',
    fault: 'A reset before content, then a valid stream',
    kind: 'stream',
    responders: [cut(streamStart(start), 'rst'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream is retried transparently until its first content',
    fault: 'A reset after an empty content block, then a valid stream',
    kind: 'stream',
    responders: [cut(streamStart(start + begin + ping), 'rst'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream is retried transparently until its first content',
    fault: 'A 529, then a valid stream',
    kind: 'stream',
    responders: [refusal(529, 'overloaded_error'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'Only a valid event stream is accepted',
    fault: 'A gateway responds 200 with HTML',
    kind: 'stream',
    responders: [respond(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    ours: 'UnexpectedResponseError unexpected_content_type',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'Only a valid event stream is accepted',
    fault: 'An event is not JSON',
    kind: 'stream',
    responders: [stream(`${half}event: content_block_delta\ndata: {"type":\n\n${rest.join('')}`)],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'throws SyntaxError',
  },
  {
    promise: 'Only a valid event stream is accepted',
    fault: 'The message starts a second time',
    kind: 'stream',
    responders: [stream(half + start + rest.join(''))],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'returns the complete text',
  },
  {
    promise: 'Every buffer is bounded',
    fault: 'A line of 1 MB, with a limit of 100 kB',
    kind: 'stream',
    responders: [stream(`${half}data: ${'x'.repeat(1_000_000)}`)],
    options: { maxEventBytes: 100_000 },
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'Additions of later API versions are harmless',
    fault: 'Events and deltas of unknown types, comments, pings',
    kind: 'stream',
    responders: [
      stream(
        `: hello\n\n${start}${event({ type: 'future' })}${begin}${ping}${first}${event({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'future_delta' },
        })}id: 7\nretry: 5\n${rest.join('')}`,
      ),
    ],
    ours: 'succeeds',
    requests: 1,
    fetch: 'returns the complete text',
  },
  {
    promise: 'Server-sent events are parsed as the standard requires',
    fault: 'Lines end with CR LF',
    kind: 'stream',
    responders: [stream(messageEvents.join('').replaceAll('\n', '\r\n'))],
    ours: 'succeeds',
    requests: 1,
    fetch: 'returns partial text as if complete',
  },
  {
    promise: 'Server-sent events are parsed as the standard requires',
    fault: 'Each byte arrives separately, splitting characters',
    kind: 'stream',
    responders: [
      (connection) => {
        const bytes = streamed(messageEvents.join(''));
        return connection.writeCut(bytes, [...bytes.keys()].slice(1));
      },
    ],
    ours: 'succeeds',
    requests: 1,
    fetch: 'returns the complete text',
  },
  ...compressed,
  {
    promise: 'Server-sent events are parsed as the standard requires',
    fault: 'The end of the body arrives after the last event',
    kind: 'stream',
    responders: [
      async (connection) => {
        await connection.write(streamStart(messageEvents.join('')));
        await new Promise(setImmediate);
        await connection.write(chunkedEnd);
      },
    ],
    ours: 'succeeds',
    requests: 1,
    fetch: 'returns the complete text',
  },
];

/** Every fault of message streams. */
export const streamFaults: readonly Fault[] = [...endings, ...contents];
