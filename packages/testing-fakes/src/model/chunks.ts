/** Splits texts into the chunks of a stream. */
import type { Random } from '../world/random.js';

/** Maximum length of a chunk in characters, plus one for a surrogate pair. */
const MAX_CHUNK = 24;

/**
 * Splits a text into chunks, lazily, at positions that depend only on the random source. Joined, the chunks are the text
 * again. No chunk is empty, and none starts or ends inside a surrogate pair.
 *
 * @param text - Text to split.
 * @param random - Source of the positions. Nothing else may draw from it before the last chunk.
 */
export function* chunksOf(text: string, random: Random): Generator<string, void> {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(at + 1 + random.below(MAX_CHUNK), text.length);
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff && end < text.length) end++;
    yield text.slice(at, end);
    at = end;
  }
}
