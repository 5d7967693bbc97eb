// What the parser expects next. Constants of their own, because a bundler puts their values in their place.
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

// What stands for itself in a string: anything but quotation mark, backslash and control characters.
const RUN = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y;
const TOKEN_RUN = /[-+.0-9A-Za-z]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The text is not JSON. The message does not quote it. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';

  constructor() {
    super('not valid JSON');
  }
}

/**
 * Parses JSON that arrives in pieces, and shows at any time what is known of it: objects and lists as far as they
 * have come, strings as far as they have come, numbers and literals when they are complete. Each piece is looked at
 * once, so the work is linear in the text however often the value is looked at.
 *
 * The value is alive: the next piece changes it in place. What it accepts, and what it makes of it, is what
 * `JSON.parse` accepts and makes.
 */
export class PartialJson {
  #root: unknown = undefined;
  readonly #containers: (Record<string, unknown> | unknown[])[] = [];
  readonly #keys: string[] = [];
  #state: State = VALUE;
  #isKey = false;
  /** The string or token under way. */
  #text = '';
  /** An escape sequence under way, with its backslash. */
  #escape = '';
  /** Half of a surrogate pair, kept back until the other half comes, so that nobody sees half a character. */
  #half = '';

  /** The value as far as it is known; undefined before its first character. */
  get value(): unknown {
    return this.#root;
  }

  /**
   * Takes the next piece.
   *
   * @throws {InvalidJson} When the text can't be JSON any more.
   */
  push(piece: string): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#state === STRING) at = this.#readString(piece, at);
      else if (this.#state === TOKEN) at = this.#readToken(piece, at);
      else {
        // A token begins with the character that showed it.
        if (!this.#readStructure(piece[at] ?? '')) at += 1;
      }
    }
    if (this.#state === STRING && !this.#isKey) this.#replace(this.#text);
  }

  /**
   * Ends the text.
   *
   * @returns The value.
   * @throws {InvalidJson} When it is not complete.
   */
  end(): unknown {
    if (this.#state === TOKEN) this.#endToken();
    if (this.#state !== DONE) throw new InvalidJson();
    return this.#root;
  }

  /** Reads one character outside strings and tokens; true when it begins a token and is still to be read. */
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

  #readString(piece: string, from: number): number {
    if (this.#escape !== '') return this.#readEscape(piece, from);
    RUN.lastIndex = from;
    RUN.test(piece);
    const to = RUN.lastIndex;
    if (to > from) this.#append(piece.slice(from, to));
    if (to === piece.length) return to;
    const char = piece[to];
    if (char === '"') this.#endString();
    else if (char === '\\') this.#escape = '\\';
    else throw new InvalidJson();
    return to + 1;
  }

  #readEscape(piece: string, at: number): number {
    const char = piece[at] ?? '';
    if (this.#escape === '\\' && char !== 'u') {
      const meant = Object.hasOwn(ESCAPES, char) ? ESCAPES[char] : undefined;
      if (meant === undefined) throw new InvalidJson();
      this.#escape = '';
      this.#append(meant);
      return at + 1;
    }
    if (this.#escape !== '\\' && !/[0-9A-Fa-f]/.test(char)) throw new InvalidJson();
    this.#escape += char;
    if (this.#escape.length === 6) {
      const unit = String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16));
      this.#escape = '';
      this.#append(unit);
    }
    return at + 1;
  }

  /** Only the new piece is looked at: looking at the whole string would copy it each time. */
  #append(piece: string): void {
    const whole = this.#half === '' ? piece : this.#half + piece;
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

  #readToken(piece: string, from: number): number {
    TOKEN_RUN.lastIndex = from;
    TOKEN_RUN.test(piece);
    const to = TOKEN_RUN.lastIndex;
    this.#text += piece.slice(from, to);
    if (to < piece.length) this.#endToken();
    return to;
  }

  #endToken(): void {
    const text = this.#text;
    const literal = LITERALS.get(text);
    if (literal === undefined && !NUMBER.test(text)) throw new InvalidJson();
    this.#place(literal === undefined ? Number(text) : literal);
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

function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning would set the prototype instead of a field.
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
