/** Digests of sets of ids, to recognize them later without storing them. */

/** A set of ids as plain JSON. */
export interface IdDigest {
  /** Number of ids. */
  readonly count: number;
  /** Digest of the ids, in any order. */
  readonly digest: string;
}

/** Adds up ids to an {@link IdDigest}. Its size does not grow. */
export class IdSum {
  #count = 0;
  #low = 0;
  #high = 0;

  /** @param start - Digest to continue; empty by default. */
  constructor(start?: IdDigest) {
    if (start === undefined) return;
    this.#count = start.count;
    const [low = '', high = ''] = start.digest.split('-');
    this.#low = Number.parseInt(low, 16);
    this.#high = Number.parseInt(high, 16);
  }

  /** Number of ids. */
  get count(): number {
    return this.#count;
  }

  /** Adds an id. */
  add(id: string): void {
    this.#count += 1;
    // The sum does not depend on the order of the ids.
    this.#low = (this.#low + hash(id, 0x811c9dc5)) >>> 0;
    this.#high = (this.#high + hash(id, 0x9747b28c)) >>> 0;
  }

  /** Returns the digest of the ids so far. */
  value(): IdDigest {
    return { count: this.#count, digest: `${this.#low.toString(16)}-${this.#high.toString(16)}` };
  }

  /** Whether the ids so far are those of a digest. */
  equals(other: IdDigest): boolean {
    const own = this.value();
    return own.count === other.count && own.digest === other.digest;
  }
}

/** FNV-1a, with a final mix so that similar ids differ in all bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
