/** Output of a program, in bounded memory. */

/** Collects bytes: the first and the last half of the limit are kept. */
export class LimitedOutput {
  readonly #half: number;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #omitted = 0;

  /** @param maxBytes - Maximum number of bytes to keep. */
  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  /** Adds bytes. */
  add(bytes: Buffer): void {
    const free = this.#half - this.#head.length;
    if (free > 0) this.#head = Buffer.concat([this.#head, bytes.subarray(0, free)]);
    if (bytes.length <= free) return;
    const rest = Buffer.concat([this.#tail, bytes.subarray(free)]);
    const excess = Math.max(0, rest.length - this.#half);
    this.#omitted += excess;
    this.#tail = rest.subarray(excess);
  }

  /** Returns the output as text, with a note in place of omitted bytes. */
  toString(): string {
    if (this.#omitted === 0) return Buffer.concat([this.#head, this.#tail]).toString('utf8');
    const [head, tail] = [this.#head.toString('utf8'), this.#tail.toString('utf8')];
    return `${head}\n[${this.#omitted} bytes omitted]\n${tail}`;
  }
}
