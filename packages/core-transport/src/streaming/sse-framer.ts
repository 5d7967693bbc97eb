/**
 * Splits text that arrives in pieces into server-sent events, as the HTML standard says: lines end with LF, CR or
 * CR LF, fields are `data` and `event` (others mean nothing here), an empty line ends an event, one without data is
 * none, a byte order mark at the beginning is skipped. No character is looked at twice, however the pieces are cut.
 */
export class SseFramer {
  readonly #onEvent: (data: string, name: string) => void;
  readonly #maxLength: number;
  /** Pieces of the line that has not ended yet. */
  #pieces: string[] = [];
  #pending = 0;
  #data = '';
  #hasData = false;
  #name = '';
  /** The last piece ended with CR: a LF at the beginning of the next one belongs to it. */
  #afterReturn = false;
  #first = true;

  /**
   * @param onEvent - Called with the data and the name of each event; the name is empty when there is none.
   * @param maxLength - Most characters that a line or an event may have.
   */
  constructor(onEvent: (data: string, name: string) => void, maxLength: number) {
    this.#onEvent = onEvent;
    this.#maxLength = maxLength;
  }

  /**
   * Takes the next piece.
   *
   * @returns False when an event is longer than it may be; nothing more can be taken then.
   */
  push(piece: string): boolean {
    let from = 0;
    if (this.#first && piece !== '') {
      this.#first = false;
      if (piece.charCodeAt(0) === 0xfeff) from = 1;
    }
    if (this.#afterReturn && piece !== '') {
      this.#afterReturn = false;
      if (piece.charCodeAt(0) === 10) from = 1;
    }
    // Services write LF alone; then one search finds each line.
    if (!piece.includes('\r')) {
      for (let to = piece.indexOf('\n', from); to !== -1; to = piece.indexOf('\n', from)) {
        this.#endLine(piece, from, to);
        from = to + 1;
      }
    } else from = this.#splitByAny(piece, from);
    if (from < piece.length) {
      this.#pieces.push(from === 0 ? piece : piece.slice(from));
      this.#pending += piece.length - from;
    }
    return this.#pending + this.#data.length <= this.#maxLength;
  }

  #splitByAny(piece: string, start: number): number {
    let from = start;
    const ends = /\r\n?|\n/g;
    ends.lastIndex = from;
    for (let end = ends.exec(piece); end !== null; end = ends.exec(piece)) {
      this.#endLine(piece, from, end.index);
      from = ends.lastIndex;
      if (from === piece.length) this.#afterReturn = end[0] === '\r';
    }
    return from;
  }

  #endLine(piece: string, from: number, to: number): void {
    if (this.#pieces.length === 0) {
      this.#readLine(piece, from, to);
      return;
    }
    this.#pieces.push(piece.slice(from, to));
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#pending = 0;
    this.#readLine(line, 0, line.length);
  }

  #readLine(text: string, from: number, to: number): void {
    if (from === to) {
      this.#endEvent();
      return;
    }
    const first = text.charCodeAt(from);
    if (first === LETTER_D) {
      const start = valueStart(text, from, 'data');
      if (start === -1) return;
      const value = valueOf(text, start, to);
      this.#data = this.#hasData ? `${this.#data}\n${value}` : value;
      this.#hasData = true;
    } else if (first === LETTER_E) {
      const start = valueStart(text, from, 'event');
      if (start !== -1) this.#name = valueOf(text, start, to);
    }
  }

  #endEvent(): void {
    const data = this.#data;
    const name = this.#name;
    const hasData = this.#hasData;
    this.#data = '';
    this.#name = '';
    this.#hasData = false;
    if (hasData) this.#onEvent(data, name);
  }
}

const LETTER_D = 100;
const LETTER_E = 101;
const COLON = 58;
const BLANK = 32;

/** Where the value of a field begins, if the line is that field: its name and a colon, or its name alone; else -1. */
function valueStart(text: string, from: number, name: string): number {
  if (!text.startsWith(name, from)) return -1;
  const end = from + name.length;
  const next = text.charCodeAt(end);
  if (next === COLON) return end + 1;
  return next === 10 || next === 13 || end === text.length ? end : -1;
}

function valueOf(text: string, from: number, to: number): string {
  return text.slice(from < to && text.charCodeAt(from) === BLANK ? from + 1 : from, to);
}
