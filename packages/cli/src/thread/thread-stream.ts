import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { Writable } from 'node:stream';
import type { PrintStream } from '../terminal/output.js';
import type { StreamFacts } from './messages.js';

interface Chunk {
  readonly chunk: string;
}

/** A stream that another thread has. It looks like a terminal if that one is a terminal. */
export class ThreadStream extends Writable implements PrintStream {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly #colorDepth: number;
  readonly #print: (text: string) => void;
  #onPrinted: (() => void) | undefined;

  /**
   * @param facts - What the other thread knows of it.
   * @param print - Sends text to the other thread.
   */
  constructor({ isTTY, columns, colorDepth }: StreamFacts, print: (text: string) => void) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
    this.#colorDepth = colorDepth;
    this.#print = print;
  }

  /** The other thread accepts more. */
  printed(): void {
    const done = this.#onPrinted;
    this.#onPrinted = undefined;
    done?.();
  }

  getColorDepth(): number {
    return this.#colorDepth;
  }

  cursorTo(column: number): boolean {
    return cursorTo(this, column);
  }

  moveCursor(columns: number, rows: number): boolean {
    return moveCursor(this, columns, rows);
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this, direction);
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.#onPrinted = done;
    this.#print(text);
  }

  /** What was written while the other thread was printing goes to it as one text. */
  override _writev(chunks: readonly Chunk[], done: () => void): void {
    this._write(chunks.map(({ chunk }) => chunk).join(''), 'utf8', done);
  }
}
