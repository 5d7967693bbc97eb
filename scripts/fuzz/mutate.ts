/** Mutation of inputs. */

/** Returns a random number from 0 up to, but not including, a bound. */
export type Below = (bound: number) => number;

/** Maximum length of an input, in bytes. Long enough to show work that grows faster than the input. */
const MAX_BYTES = 65_536;

/**
 * Creates a source of random numbers.
 *
 * @param seed - The same seed produces the same numbers.
 */
export function randomFrom(seed: number): Below {
  let state = seed >>> 0;
  return (bound) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Material for {@link mutate}. */
export interface Material {
  /** Known inputs. */
  readonly pool: readonly Buffer[];
  /** Words of the format. */
  readonly words: readonly string[];
}

/** Returns a changed copy of a known input. */
export function mutate(below: Below, { pool, words }: Material): Buffer {
  let input = pick(below, pool);
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const at = below(input.byteLength + 1);
    const end = Math.min(input.byteLength, at + below(32));
    const [before, cut, after] = [input.subarray(0, at), input.subarray(at, end), input.subarray(end)];
    input = Buffer.concat([before, replacement(below, cut, { pool, words }), after]).subarray(0, MAX_BYTES);
  }
  return input;
}

function replacement(below: Below, cut: Buffer, { pool, words }: Material): Buffer {
  switch (below(6)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return Buffer.from([below(256)]);
    case 2:
      return Buffer.concat([cut, Buffer.from(pick(below, words))]);
    case 3:
      return Buffer.from(pick(below, words));
    case 4: {
      const other = pick(below, pool);
      const at = below(other.byteLength + 1);
      return other.subarray(at, at + below(200));
    }
    default: {
      const piece = cut.byteLength > 0 && below(2) === 0 ? cut : Buffer.from(pick(below, words));
      return Buffer.alloc(Math.min(MAX_BYTES, piece.byteLength * (1 << below(14))), piece);
    }
  }
}

function pick<T>(below: Below, from: readonly T[]): T {
  return from[below(from.length)] as T;
}
