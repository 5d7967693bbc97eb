/** Reshapes response bodies: splits and merges chunks, changes line endings, stalls and cuts. */
import { frameOf } from '../engine/event-body.js';
import { isStream, type BodyStream, type FakeResponse } from '../engine/message.js';
import type { Random } from '../world/random.js';
import type { World } from '../world/world.js';
import { ConnectionCut } from './connection-cut.js';
import type { StreamFault } from './fault.js';

/** Options for {@link shapeStream}. */
export interface ShapeParts {
  readonly fault: StreamFault;
  readonly world: World;
  /** Data of the `error` event. */
  readonly failure: unknown;
}

type Piece = string | Uint8Array;

const NEWLINES = { lf: '\n', cr: '\r', crlf: '\r\n' };
/** Maximum chunk size of a random split. */
const MAX_RANDOM_BYTES = 64;

/**
 * Applies a stream fault to a response body.
 *
 * @param body - Server-sent events, or any other body, which counts as one event.
 * @param parts - See {@link ShapeParts}.
 */
export function shapeStream(body: FakeResponse['body'], parts: ShapeParts): BodyStream {
  const gone = new AbortController();
  const pieces = cutBytes(
    splitBytes(mergeFrames(shapeFrames(body, parts, gone.signal), parts.fault.merge), parts),
    parts.fault,
  );
  return {
    [Symbol.asyncIterator]: () => pieces,
    cancel: () => {
      gone.abort();
      if (isStream(body)) body.cancel();
    },
  };
}

/** Applies the parts of the fault that concern whole events. */
async function* shapeFrames(
  body: FakeResponse['body'],
  parts: ShapeParts,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const { fault, world } = parts;
  const newline = NEWLINES[fault.newline ?? 'lf'];
  const write = (frame: Piece): Piece =>
    typeof frame !== 'string' || newline === '\n' ? frame : frame.replaceAll('\n', newline);
  let index = 0;
  for await (const frame of framesOf(body)) {
    if (index === fault.cut_at_event) throw new ConnectionCut(fault.cut ?? 'rst');
    if (index === fault.stall_at_event) await world.clock.sleep(fault.stall_ms ?? Infinity, signal);
    if (signal.aborted) return;
    if (index === fault.error_at_event) {
      if (isStream(body)) body.cancel();
      yield write(frameOf(parts.failure).replace(/^event: .*/, 'event: error'));
      return;
    }
    yield write(frame);
    index++;
    if (isEvery(fault.ping_every, index)) yield write(frameOf({ type: 'ping' }));
    if (isEvery(fault.comment_every, index)) yield write(': comment\n\n');
  }
}

function isEvery(every: number | undefined, count: number): boolean {
  return every !== undefined && count % every === 0;
}

/** Yields the events of a body one by one. A complete body is yielded as a whole. */
async function* framesOf(body: FakeResponse['body']): AsyncGenerator<Piece> {
  if (!isStream(body)) {
    yield body;
    return;
  }
  for await (const chunk of body) {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    // Every event ends with an empty line and contains no other. The engine never splits an event across chunks.
    for (const frame of text.split(/(?<=\n\n)/)) yield frame;
  }
}

async function* mergeFrames(frames: AsyncIterable<Piece>, count = 1): AsyncGenerator<Piece> {
  let held = '';
  let size = 0;
  for await (const frame of frames) {
    if (typeof frame !== 'string') {
      yield frame;
      continue;
    }
    held += frame;
    size++;
    if (size < count) continue;
    yield held;
    held = '';
    size = 0;
  }
  if (held !== '') yield held;
}

async function* splitBytes(
  chunks: AsyncIterable<Piece>,
  { fault, world }: ShapeParts,
): AsyncGenerator<Uint8Array> {
  const nextLength = lengths(fault.split, world.random);
  let left = nextLength();
  for await (const chunk of chunks) {
    let bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    while (bytes.byteLength > 0) {
      const piece = bytes.subarray(0, left);
      yield piece;
      bytes = bytes.subarray(piece.byteLength);
      left -= piece.byteLength;
      if (left === 0) left = nextLength();
    }
  }
}

/** Returns a function that returns the length of each successive chunk. */
function lengths(split: StreamFault['split'], random: Random): () => number {
  if (split === undefined) return () => Infinity;
  if (split === 'random') return () => 1 + random.below(MAX_RANDOM_BYTES);
  if (typeof split === 'number') return () => split;
  const offsets = [...new Set(split)].sort((left, right) => left - right);
  let index = 0;
  return () => {
    const length = (offsets[index] ?? Infinity) - (offsets[index - 1] ?? 0);
    index++;
    return length;
  };
}

async function* cutBytes(pieces: AsyncIterable<Uint8Array>, fault: StreamFault): AsyncGenerator<Uint8Array> {
  let left = fault.cut_after_bytes ?? Infinity;
  for await (const piece of pieces) {
    if (piece.byteLength >= left) {
      if (left > 0) yield piece.subarray(0, left);
      throw new ConnectionCut(fault.cut ?? 'rst');
    }
    left -= piece.byteLength;
    yield piece;
  }
}
