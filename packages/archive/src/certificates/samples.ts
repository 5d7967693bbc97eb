import { sha256 } from './digest.js';

/** Chooses samples by the SHA-256 of their keys, so that the same things always have the same samples, from all over. */
export class Samples<Sample> {
  readonly #limit: number;
  #chosen: { readonly order: string; readonly sample: Sample }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(key: string, sample: Sample): void {
    const order = sha256(key);
    const last = this.#chosen[this.#limit - 1];
    if (last !== undefined && last.order < order) return;
    this.#chosen.push({ order, sample });
    this.#chosen.sort((left, right) => (left.order < right.order ? -1 : 1));
    this.#chosen.length = Math.min(this.#chosen.length, this.#limit);
  }

  get list(): readonly Sample[] {
    return this.#chosen.map(({ sample }) => sample);
  }
}
