/** Cuts texts into the pieces in which a stream delivers them. */
import type { Random } from '../world/random.js';

/** Longest piece, in characters. */
const MAX_PIECE = 24;

/**
 * Cuts a text at places that depend on the seed only. The pieces joined are the text; none is empty, and none begins
 * or ends within a surrogate pair.
 *
 * @param text - The text.
 * @param random - The world's randomness.
 */
export function chunksOf(text: string, random: Random): string[] {
  const chunks: string[] = [];
  let at = 0;
  while (at < text.length) {
    let end = Math.min(at + 1 + random.below(MAX_PIECE), text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end++;
    chunks.push(text.slice(at, end));
    at = end;
  }
  return chunks;
}
