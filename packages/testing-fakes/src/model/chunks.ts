/** Cuts texts into the pieces in which a stream delivers them. */
import type { Random } from '../world/random.js';

/** Longest piece, in characters. */
const MAX_PIECE = 24;

/**
 * Cuts a text at places that depend on the seed only, each piece when it is asked for: a reader who stops leaves a text
 * behind, not its pieces. The pieces joined are the text; none is empty, and none begins or ends within a surrogate pair.
 *
 * @param text - The text.
 * @param random - Randomness that nothing else draws from until the last piece.
 */
export function* chunksOf(text: string, random: Random): Generator<string, void> {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(at + 1 + random.below(MAX_PIECE), text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end++;
    yield text.slice(at, end);
    at = end;
  }
}
