/** Splits the bytes of a stream into writes with the chunked transfer coding. */

/**
 * `coalesced`: 16 KiB a chunk, all written at once; `event`: one event per write; `split`: cut at arbitrary offsets,
 * within lines and within characters; `chunks`: one event per chunk, all written at once.
 */
export type Cut = 'coalesced' | 'event' | 'split' | 'chunks';

const COALESCED_BYTES = 16 * 1024;
const LONGEST_SPLIT = 256;

/** Serializes a stream into writes ahead of time. */
export function frame(events: readonly string[], cut: Cut): Buffer[] {
  if (cut === 'event') return events.map((event) => chunk(Buffer.from(event)));
  if (cut === 'chunks') return [Buffer.concat(frame(events, 'event'))];
  const bytes = Buffer.from(events.join(''));
  const sizes = cut === 'split' ? arbitrarySizes() : constant(COALESCED_BYTES);
  const chunks = [...slices(bytes, sizes)].map(chunk);
  return cut === 'split' ? chunks : [Buffer.concat(chunks)];
}

/** The chunk that ends a body. */
export const LAST_CHUNK: Buffer = Buffer.from('0\r\n\r\n');

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function* slices(bytes: Buffer, sizes: Iterator<number, never>): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const to = from + sizes.next().value;
    yield bytes.subarray(from, to);
    from = to;
  }
}

function* constant(size: number): Generator<number, never> {
  for (;;) yield size;
}

/** Yields pseudo-random sizes from a linear congruential generator, the same in every run. */
function* arbitrarySizes(): Generator<number, never> {
  for (let state = 1; ; state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) {
    yield 1 + (state % LONGEST_SPLIT);
  }
}
