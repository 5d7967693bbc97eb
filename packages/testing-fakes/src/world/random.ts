/** Reproducible randomness: the same seed produces the same numbers on every machine. */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Seeded random number generator. Not cryptographically secure. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from 0 (inclusive) to `bound` (exclusive). */
  below(bound: number): number;
  /** Returns a string of random letters and digits. */
  token(length: number): string;
  /** Returns the internal state, from which another generator can continue the sequence. */
  state(): number;
}

/**
 * Creates a random number generator.
 *
 * @param state - Seed, or the state of another generator to continue; taken modulo 2^32.
 */
export function createRandom(state: number): Random {
  let current = state >>> 0;
  // mulberry32: fast, and good enough for ids that only have to look random.
  function word(): number {
    current = (current + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(current ^ (current >>> 15), current | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  function token(length: number): string {
    let text = '';
    for (let index = 0; index < length; index += 5) {
      let bits = word();
      // 62^5 < 2^32, so one word yields five characters.
      for (let part = 0; part < 5 && index + part < length; part++) {
        text += BASE62[bits % 62];
        bits = Math.floor(bits / 62);
      }
    }
    return text;
  }
  return {
    next: () => word() / 4_294_967_296,
    below: (bound) => Math.floor((word() / 4_294_967_296) * bound),
    token,
    state: () => current,
  };
}

/**
 * Creates an independent generator from another. Later draws from one do not affect the other.
 *
 * @param random - Generator that provides the seed. Advances by one number.
 */
export function forkRandom(random: Random): Random {
  return createRandom(Math.floor(random.next() * 4_294_967_296));
}

/** Returns the 32-bit FNV-1a hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
