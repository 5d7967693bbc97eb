/** Token bucket of retries, shared by all calls of a client, so that an outage does not multiply the load. */
export class RetryBudget {
  readonly #capacity: number;
  readonly #refill: number;
  #tokens: number;

  constructor(capacity: number, refill: number) {
    this.#capacity = capacity;
    this.#refill = refill;
    this.#tokens = capacity;
  }

  /** Retries left. */
  get left(): number {
    return Math.floor(this.#tokens);
  }

  /** Takes a retry; returns false if none is left. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Records a successful call. */
  refill(): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + this.#refill);
  }
}
