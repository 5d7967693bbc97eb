/** Output of a program, in bounded memory. */

/** Collects bytes: the first and the last half of the limit are kept. */
export class LimitedOutput {
  readonly #half: number;
  readonly #head = new ByteList();
  readonly #tail = new ByteList();
  #total = 0;

  /** @param maxBytes - Maximum number of bytes to keep. */
  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  /** Adds bytes. */
  add(bytes: Buffer): void {
    const free = this.#half - this.#head.length;
    this.#total += bytes.length;
    this.#head.push(bytes.subarray(0, free));
    this.#tail.push(bytes.subarray(free));
    // Not for every chunk: each byte is moved once at most.
    if (this.#tail.length > 2 * this.#half) this.#tail.keepLast(this.#half);
  }

  /** Returns the output as text, with a note in place of omitted bytes. */
  toString(): string {
    this.#tail.keepLast(this.#half);
    const [head, tail] = [this.#head.bytes(), this.#tail.bytes()];
    const omitted = this.#total - head.length - tail.length;
    if (omitted === 0) return Buffer.concat([head, tail]).toString('utf8');
    return `${head.toString('utf8')}\n[${omitted} bytes omitted]\n${tail.toString('utf8')}`;
  }
}

/** Bytes in one buffer, which doubles when it is full. */
class ByteList {
  #buffer: Buffer = Buffer.alloc(0);
  length = 0;

  push(bytes: Buffer): void {
    const length = this.length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.length);
    this.length = length;
  }

  keepLast(count: number): void {
    if (this.length <= count) return;
    this.#buffer.copyWithin(0, this.length - count, this.length);
    this.length = count;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
