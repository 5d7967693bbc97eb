import { lexer, type Token, type Tokens } from 'marked';
import { isBounded } from './is-bounded.js';

/** Trailing tokens that later text can still change: a list, and what may become its next item. */
const OPEN_TOKENS = 2;

/** Tokenizes Markdown. Injectable so that tests can observe what is parsed. */
export type Lex = (text: string) => Token[];

const lex: Lex = (text) => lexer(text, { gfm: true, breaks: true });

/**
 * Tokenizes a growing text incrementally. Only its end is parsed again; the tokens before it stay the same objects, so
 * the cost of each update does not grow with the reply.
 */
export class MarkdownReader {
  readonly #lex: Lex;
  #text = '';
  /** Tokens that can no longer change, and their length in characters. */
  #done: Token[] = [];
  #length = 0;

  constructor(read: Lex = lex) {
    this.#lex = read;
  }

  /**
   * Tokenizes the text so far.
   *
   * @param source - The text. Work is reused when it starts with the previous text.
   * @param isWhole - Whether the text is complete. It is then parsed as a whole.
   */
  read(source: string, isWhole: boolean): readonly Token[] {
    const text = source.replaceAll(/\r\n?/g, '\n');
    if (isWhole) return this.#tokenize(text);
    if (!text.startsWith(this.#text)) this.#reset();
    this.#text = text;
    const rest = text.slice(this.#length);
    const tokens = this.#tokenize(rest);
    const all = [...this.#done, ...tokens];
    this.#settle(tokens, rest);
    return all;
  }

  #reset(): void {
    this.#done = [];
    this.#length = 0;
  }

  /** Keeps all but the last tokens, provided that their source matches the text exactly. */
  #settle(tokens: readonly Token[], rest: string): void {
    let open = OPEN_TOKENS;
    const index = tokens.findLastIndex(({ type }) => type !== 'space' && (open -= 1) === 0);
    const settled = tokens.slice(0, Math.max(0, index));
    const raw = settled.map((token) => token.raw).join('');
    if (raw === '' || !rest.startsWith(raw)) return;
    this.#done = [...this.#done, ...settled];
    this.#length += raw.length;
  }

  /** Falls back to plain text when the lexer would take too long, or the nesting exceeds its stack. */
  #tokenize(text: string): Token[] {
    const plain: Tokens.Text = { type: 'text', raw: text, text };
    try {
      return isBounded(text) ? this.#lex(text) : [plain];
    } catch {
      return [plain];
    }
  }
}
