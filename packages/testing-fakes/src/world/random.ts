/** Repeatable randomness: the same seed gives the same numbers, on every machine. */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A repeatable source of randomness. It is not fit for secrets. */
export interface Random {
  /** Gives a number from 0 up to, but not including, 1. */
  next(): number;
  /** Gives a whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** Gives letters and digits. */
  token(length: number): string;
  /** Gives the state, from which `createRandom` goes on. */
  state(): number;
}

/**
 * Makes a source of randomness.
 *
 * @param state - Seed, or the state of another source, which is then continued; taken modulo 2^32.
 */
export function createRandom(state: number): Random {
  let current = state >>> 0;
  // mulberry32: one multiplication chain over a 32-bit counter; enough for ids that only have to look random.
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
      // 62^5 < 2^32, so that one word carries five characters.
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
 * Takes a source of its own out of another: how much is drawn from it, and when, changes nothing in the other.
 *
 * @param random - The other; one number is drawn from it.
 */
export function forkRandom(random: Random): Random {
  return createRandom(Math.floor(random.next() * 4_294_967_296));
}

/** Gives a 32-bit number that stands for a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
