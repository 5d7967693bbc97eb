import { lexer, type Token, type Tokens } from 'marked';

/** Tokens at the end of a text that what follows can still change: a list, and what may turn out to be its next item. */
const OPEN = 2;

/** Reads Markdown into tokens; as a method, so that a test can see what is read. */
export type Lex = (text: string) => Token[];

const lex: Lex = (text) => lexer(text, { gfm: true, breaks: true });

/**
 * Reads a text that grows. Only its end is read again each time: what comes before stays the same objects, so that a
 * long reply costs no more with each of its words.
 */
export class MarkdownReader {
  readonly #lex: Lex;
  #text = '';
  /** Tokens that no longer change, and how many characters they are. */
  #done: Token[] = [];
  #length = 0;

  constructor(read: Lex = lex) {
    this.#lex = read;
  }

  /**
   * Reads the text so far.
   *
   * @param source - The text; what was read before may be its beginning.
   * @param isWhole - Whether nothing will follow. It is then read at once, as the last word on it.
   */
  read(source: string, isWhole: boolean): readonly Token[] {
    const text = source.replaceAll(/\r\n?/g, '\n');
    if (isWhole) return this.#safely(text);
    if (!text.startsWith(this.#text)) this.#forget();
    this.#text = text;
    const rest = text.slice(this.#length);
    const tokens = this.#safely(rest);
    const all = [...this.#done, ...tokens];
    this.#settle(tokens, rest);
    return all;
  }

  #forget(): void {
    this.#done = [];
    this.#length = 0;
  }

  /** Keeps all but the last tokens, if they are what the text says, character by character. */
  #settle(tokens: readonly Token[], rest: string): void {
    let open = OPEN;
    const index = tokens.findLastIndex(({ type }) => type !== 'space' && (open -= 1) === 0);
    const settled = tokens.slice(0, Math.max(0, index));
    const raw = settled.map((token) => token.raw).join('');
    if (raw === '' || !rest.startsWith(raw)) return;
    this.#done = [...this.#done, ...settled];
    this.#length += raw.length;
  }

  /** A text that is nested deeper than the reader can follow is shown as it is. */
  #safely(text: string): Token[] {
    try {
      return this.#lex(text);
    } catch {
      const plain: Tokens.Text = { type: 'text', raw: text, text };
      return [plain];
    }
  }
}
