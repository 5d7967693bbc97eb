/** The faults of message streams. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Fault } from './fault-table.js';
import {
  answer,
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
} from './scenes.js';

const [start = '', begin = '', first = '', ...rest] = messageEvents;
const half = start + begin + first;
const ping = event({ type: 'ping' });
const overload = event({ type: 'error', error: { type: 'overloaded_error', message: 'staged' } });
const once = { retry: { maxRetries: 0 } };
const SSE = { 'content-type': 'text/event-stream' };

/** Streams that end too early, or not at all. */
const endings: readonly Fault[] = [
  {
    promise: 'A stream ends in exactly one way: a cut one is an error',
    fault: 'The body ends in good order before the last event',
    kind: 'stream',
    scenes: [stream(half)],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'A stream ends in exactly one way: a cut one is an error',
    fault: 'A body without length ends with its connection',
    kind: 'stream',
    scenes: [cut(`${head(200, { ...SSE, connection: 'close' })}${half}`, 'fin')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'A stream ends in exactly one way: a cut one is an error',
    fault: 'A chunked body is cut (FIN)',
    kind: 'stream',
    scenes: [cut(streamStart(half), 'fin')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream ends in exactly one way: a cut one is an error',
    fault: 'A chunked body is cut (RST)',
    kind: 'stream',
    scenes: [cut(streamStart(half), 'rst')],
    ours: 'StreamError stream_truncated',
    requests: 1,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream completes with its last event',
    fault: 'The last event comes, the end of the body never does',
    kind: 'stream',
    scenes: [stall(streamStart(messageEvents.join('')))],
    ours: 'succeeds',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream is given up',
    fault: 'Headers, then nothing',
    kind: 'stream',
    scenes: [stall(streamStart(''))],
    options: { timeouts: { firstContentMs: 30 }, ...once },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream is given up: pings do not count',
    fault: 'Pings, but no content',
    kind: 'stream',
    scenes: [stall(streamStart(start + ping + ping))],
    options: { timeouts: { firstContentMs: 30 }, ...once },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
  {
    promise: 'A silent stream is given up',
    fault: 'Silence in the middle',
    kind: 'stream',
    scenes: [stall(streamStart(half))],
    options: { timeouts: { contentGapMs: 30 } },
    ours: 'StreamError stream_stalled',
    requests: 1,
    fetch: 'waits',
  },
];

/** Streams whose bytes are packed, and cut at every byte. */
const compressed: readonly Fault[] = Object.entries({
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}).map(([encoding, pack]) => ({
  promise: 'Framing is read as the standard says',
  fault: `The stream comes compressed (\`${encoding}\`), every byte alone`,
  kind: 'stream',
  scenes: [
    (stage) => {
      const bytes = response(200, pack(messageEvents.join('')), { ...SSE, 'content-encoding': encoding });
      return stage.writeCut(bytes, [...bytes.keys()].slice(1));
    },
  ],
  ours: 'succeeds',
  requests: 1,
  fetch: 'gives the whole',
}));

/** Streams with errors or nonsense in them. */
const contents: readonly Fault[] = [
  {
    promise: 'An error within a stream is thrown',
    fault: 'An error event after content',
    kind: 'stream',
    scenes: [stream(half + overload)],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'A stream is retried, unseen, until its first content',
    fault: 'An error event before content, then a good stream',
    kind: 'stream',
    scenes: [stream(start + ping + overload), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'A stream is retried, unseen, until its first content',
    fault: 'A cut before content, then a good stream',
    kind: 'stream',
    scenes: [cut(streamStart(start), 'rst'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream is retried, unseen, until its first content',
    fault: 'A cut after an empty block was opened, then a good stream',
    kind: 'stream',
    scenes: [cut(streamStart(start + begin + ping), 'rst'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'throws TypeError',
  },
  {
    promise: 'A stream is retried, unseen, until its first content',
    fault: 'A 529, then a good stream',
    kind: 'stream',
    scenes: [refusal(529, 'overloaded_error'), stream()],
    ours: 'succeeds',
    requests: 2,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'What is no event stream is no answer',
    fault: 'A gateway answers 200 with HTML',
    kind: 'stream',
    scenes: [answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    ours: 'UnexpectedResponseError unexpected_content_type',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'What is no event stream is no answer',
    fault: 'An event is not JSON',
    kind: 'stream',
    scenes: [stream(`${half}event: content_block_delta\ndata: {"type":\n\n${rest.join('')}`)],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'throws SyntaxError',
  },
  {
    promise: 'What is no event stream is no answer',
    fault: 'The message begins a second time',
    kind: 'stream',
    scenes: [stream(half + start + rest.join(''))],
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'gives the whole',
  },
  {
    promise: 'No buffer without a bound',
    fault: 'A line of 1 MB, with a ceiling of 100 kB',
    kind: 'stream',
    scenes: [stream(`${half}data: ${'x'.repeat(1_000_000)}`)],
    options: { maxEventBytes: 100_000 },
    ours: 'StreamError stream_server_error',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'What a later version adds does no harm',
    fault: 'Events and deltas of unknown kinds, comments, pings',
    kind: 'stream',
    scenes: [
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
    fetch: 'gives the whole',
  },
  {
    promise: 'Framing is read as the standard says',
    fault: 'Lines end with CR LF',
    kind: 'stream',
    scenes: [stream(messageEvents.join('').replaceAll('\n', '\r\n'))],
    ours: 'succeeds',
    requests: 1,
    fetch: 'gives a part as if it were the whole',
  },
  {
    promise: 'Framing is read as the standard says',
    fault: 'Every byte comes alone, characters are cut in two',
    kind: 'stream',
    scenes: [
      (stage) => {
        const bytes = streamed(messageEvents.join(''));
        return stage.writeCut(bytes, [...bytes.keys()].slice(1));
      },
    ],
    ours: 'succeeds',
    requests: 1,
    fetch: 'gives the whole',
  },
  ...compressed,
  {
    promise: 'Framing is read as the standard says',
    fault: 'The end of the body comes apart from the last event',
    kind: 'stream',
    scenes: [
      async (stage) => {
        await stage.write(streamStart(messageEvents.join('')));
        await new Promise(setImmediate);
        await stage.write(chunkedEnd);
      },
    ],
    ours: 'succeeds',
    requests: 1,
    fetch: 'gives the whole',
  },
];

/** Every fault of message streams. */
export const streamFaults: readonly Fault[] = [...endings, ...contents];
