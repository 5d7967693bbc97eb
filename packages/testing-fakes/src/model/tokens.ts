/**
 * The token counter. It is small and repeatable, and no real model's: a run of ASCII letters and digits is one token
 * for each four characters begun, white space is free, and any other character is one token.
 */

/** Counts tokens. Another one can be given to the emulator. */
export interface Tokenizer {
  /** Gives the number of tokens of a text, 0 for the empty one. Longer texts never count less. */
  count(text: string): number;
}

const CHARACTERS_PER_TOKEN = 4;

/** The counter used unless another one is given. */
export const defaultTokenizer: Tokenizer = { count: (text) => scan(text, Infinity).tokens };

/**
 * Cuts a text to a number of tokens.
 *
 * @param text - The text.
 * @param maxTokens - Most tokens of the result.
 * @param tokenizer - Counter.
 * @returns The longest beginning that counts no more, never half of a surrogate pair, and its number of tokens.
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

/** Counts up to a number of tokens, and tells where the next one would begin. */
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
