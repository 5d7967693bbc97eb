/**
 * Deterministic token counter. It does not match any real model: a run of ASCII letters and digits counts one token per
 * four characters, rounded up, whitespace is free, and any other character counts one token.
 */

/** Token counter. */
export interface Tokenizer {
  /** Returns the number of tokens of a text, 0 for an empty one. A prefix must never count more than the whole text. */
  count(text: string): number;
}

const CHARACTERS_PER_TOKEN = 4;

/** Default token counter. */
export const defaultTokenizer: Tokenizer = { count: (text) => scan(text, Infinity).tokens };

/**
 * Truncates a text to a number of tokens.
 *
 * @param text - Text to truncate.
 * @param maxTokens - Maximum number of tokens of the result.
 * @param tokenizer - Token counter.
 * @returns The longest prefix within the limit, which never splits a surrogate pair, and its number of tokens.
 */
export function cutTokens(
  text: string,
  maxTokens: number,
  tokenizer: Tokenizer,
): { readonly text: string; readonly tokens: number } {
  if (tokenizer === defaultTokenizer) {
    const { tokens, end } = scan(text, maxTokens);
    return { text: text.slice(0, end), tokens };
  }
  const tokens = tokenizer.count(text);
  if (tokens <= maxTokens) return { text, tokens };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (tokenizer.count(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, isHighSurrogate(text.charCodeAt(low - 1)) ? low - 1 : low);
  return { text: cut, tokens: tokenizer.count(cut) };
}

/** Counts up to a number of tokens and returns the position where the next one would start. */
function scan(text: string, maxTokens: number): { readonly tokens: number; readonly end: number } {
  let tokens = 0;
  let inRun = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPaired = isHighSurrogate(code) && at + 1 < text.length;
    if (isSpace(code)) inRun = 0;
    else {
      const beginsToken = !isWord(code) || inRun % CHARACTERS_PER_TOKEN === 0;
      if (beginsToken && tokens === maxTokens) return { tokens, end: at };
      if (beginsToken) tokens++;
      inRun = isWord(code) ? inRun + 1 : 0;
    }
    if (isPaired) at++;
  }
  return { tokens, end: text.length };
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
