// What the parser expects next. Plain constants, because bundlers inline them.
const VALUE = 0;
const FIRST_ITEM = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const AFTER = 5;
const STRING = 6;
const TOKEN = 7;
const DONE = 8;
type State = number;

// Matches up to the closing quote of a string, or an incomplete escape sequence. Bounded, because the regular
// expression engine uses stack for each escape sequence.
const RUN = /[^"\\]*(?:\\(?:u.{4}|[^u])[^"\\]*){0,999}/sy;
const TOKEN_RUN = /[-+.0-9A-Za-z]*/y;

/** The text is not JSON. The message does not quote it. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';

  constructor() {
    super('not valid JSON');
  }
}

/**
 * Parses JSON that arrives in chunks and exposes the value so far at any time: objects, arrays and strings as far as
 * they have arrived, numbers and literals once they are complete. Each chunk is scanned once, so the total work is
 * linear however often the value is read.
 *
 * The value is live: the next chunk changes it in place. The parser accepts and produces exactly what `JSON.parse`
 * does.
 */
export class PartialJson {
  #root: unknown = undefined;
  readonly #containers: (Record<string, unknown> | unknown[])[] = [];
  readonly #keys: string[] = [];
  #state: State = VALUE;
  #isKey = false;
  /** The current, incomplete string or token. */
  #text = '';
  /** An incomplete escape sequence, held back until the rest arrives. */
  #cut = '';
  /** Half of a surrogate pair, held back until the other half arrives, so that half a character is never exposed. */
  #half = '';

  /** The value so far; undefined before its first character. */
  get value(): unknown {
    return this.#root;
  }

  /**
   * Parses the next chunk.
   *
   * @throws {InvalidJson} When the text so far cannot be the start of valid JSON.
   */
  push(piece: string): void {
    const text = this.#cut + piece;
    this.#cut = '';
    let at = 0;
    while (at < text.length) {
      if (this.#state === STRING) at = this.#readString(text, at);
      else if (this.#state === TOKEN) at = this.#readToken(text, at);
      else {
        // The character that was read starts the token.
        if (!this.#readStructure(text[at] ?? '')) at += 1;
      }
    }
    if (this.#state === STRING && !this.#isKey) this.#replace(this.#text);
  }

  /**
   * Ends the text.
   *
   * @returns The complete value.
   * @throws {InvalidJson} When the text is incomplete.
   */
  end(): unknown {
    if (this.#state === TOKEN) this.#endToken();
    if (this.#state !== DONE) throw new InvalidJson();
    return this.#root;
  }

  /** Reads one character outside strings and tokens. Returns true if it starts a token, which must be read next. */
  #readStructure(char: string): boolean {
    if (char === ' ' || char === '\n' || char === '\t' || char === '\r') return false;
    switch (this.#state) {
      case COLON:
        if (char !== ':') throw new InvalidJson();
        this.#state = VALUE;
        return false;
      case AFTER:
        this.#readAfter(char);
        return false;
      case FIRST_KEY:
      case KEY:
        if (char === '}' && this.#state === FIRST_KEY) this.#close();
        else if (char === '"') this.#beginString(true);
        else throw new InvalidJson();
        return false;
      case FIRST_ITEM:
        if (char !== ']') return this.#beginValue(char);
        this.#close();
        return false;
      case VALUE:
        return this.#beginValue(char);
      default:
        throw new InvalidJson();
    }
  }

  #readAfter(char: string): void {
    const isList = Array.isArray(this.#containers.at(-1));
    if (char === ',') this.#state = isList ? VALUE : KEY;
    else if (char === (isList ? ']' : '}')) this.#close();
    else throw new InvalidJson();
  }

  #beginValue(char: string): boolean {
    if (char === '{') this.#open({}, FIRST_KEY);
    else if (char === '[') this.#open([], FIRST_ITEM);
    else if (char === '"') this.#beginString(false);
    else {
      this.#text = '';
      this.#state = TOKEN;
      return true;
    }
    return false;
  }

  #beginString(isKey: boolean): void {
    this.#isKey = isKey;
    this.#text = '';
    this.#state = STRING;
    if (!isKey) this.#place('');
  }

  #open(container: Record<string, unknown> | unknown[], next: State): void {
    this.#place(container);
    this.#containers.push(container);
    this.#keys.push('');
    this.#state = next;
  }

  #close(): void {
    this.#containers.pop();
    this.#keys.pop();
    this.#state = this.#containers.length === 0 ? DONE : AFTER;
  }

  #readString(text: string, from: number): number {
    const to = endOf(RUN, text, from);
    this.#append(parse(`"${text.slice(from, to)}"`) as string);
    if (text[to] === '"') {
      this.#endString();
      return to + 1;
    }
    if (to > from) return to;
    this.#cut = text.slice(to);
    return text.length;
  }

  /** Touches only the new chunk: reading the whole string would copy it each time. */
  #append(piece: string): void {
    const whole = this.#half + piece;
    const last = whole.charCodeAt(whole.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#half = whole.slice(-1);
      this.#text += whole.slice(0, -1);
    } else {
      this.#half = '';
      this.#text += whole;
    }
  }

  #endString(): void {
    this.#text += this.#half;
    this.#half = '';
    if (this.#isKey) {
      this.#keys[this.#keys.length - 1] = this.#text;
      this.#state = COLON;
    } else {
      this.#replace(this.#text);
      this.#endValue();
    }
  }

  #readToken(text: string, from: number): number {
    const to = endOf(TOKEN_RUN, text, from);
    this.#text += text.slice(from, to);
    if (to < text.length) this.#endToken();
    return to;
  }

  #endToken(): void {
    this.#place(parse(this.#text));
    this.#endValue();
  }

  #endValue(): void {
    this.#state = this.#containers.length === 0 ? DONE : AFTER;
  }

  #place(value: unknown): void {
    const container = this.#containers.at(-1);
    if (container === undefined) this.#root = value;
    else if (Array.isArray(container)) container.push(value);
    else setOwn(container, this.#keys.at(-1) ?? '', value);
  }

  #replace(value: unknown): void {
    const container = this.#containers.at(-1);
    if (Array.isArray(container)) container[container.length - 1] = value;
    else this.#place(value);
  }
}

/** Returns the end of the match of a sticky pattern at a position. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Parses a string, number or literal. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJson();
  }
}

function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  // Assignment would set the prototype instead of a field.
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
