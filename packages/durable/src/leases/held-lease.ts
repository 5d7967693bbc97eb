import { LeaseLostError, type Lease } from './lease.js';

/** How a {@link HeldLease} reaches the store. */
export interface LeaseCommands {
  /** Renews the lease; throws a {@link LeaseLostError} when it was lost. */
  renew(lease: Lease): Promise<void>;
  release(lease: Lease): Promise<void>;
}

/** A lease of this process, which renews itself. */
export class HeldLease implements Lease {
  readonly name: string;
  readonly owner: string;
  readonly token: number;
  readonly durationMs: number;
  readonly #commands: LeaseCommands;
  readonly #controller: AbortController = new AbortController();
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #endsAt = 0;

  constructor(facts: Pick<Lease, 'name' | 'owner' | 'token' | 'durationMs'>, commands: LeaseCommands) {
    this.name = facts.name;
    this.owner = facts.owner;
    this.token = facts.token;
    this.durationMs = facts.durationMs;
    this.#commands = commands;
    this.renewedAt(performance.now());
    this.#scheduleRenewal();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async renew(): Promise<void> {
    if (this.signal.aborted) throw this.signal.reason;
    const startedAt = performance.now();
    try {
      await this.#commands.renew(this);
      this.renewedAt(startedAt);
    } catch (error) {
      if (error instanceof LeaseLostError) this.#end(error);
      throw error;
    }
  }

  async release(): Promise<void> {
    if (this.signal.aborted) return;
    this.#end(new LeaseLostError(this.name, this.token, 'was released'));
    await this.#commands.release(this);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  /**
   * Extends the lease, which was renewed in the store. From its end on, another process may hold it, also when a renewal fails or hangs.
   *
   * @param startedAt - When the renewal was sent, by the local monotonic clock.
   */
  renewedAt(startedAt: number): void {
    const endsAt = startedAt + this.durationMs;
    if (this.signal.aborted || endsAt <= this.#endsAt) return;
    this.#endsAt = endsAt;
    clearTimeout(this.#expiry);
    const end = (): void => this.#end(new LeaseLostError(this.name, this.token));
    this.#expiry = setTimeout(end, Math.max(0, endsAt - performance.now())).unref();
  }

  #scheduleRenewal(): void {
    // An idle process that holds a lease may exit.
    this.#renewal = setTimeout(() => void this.#keepAlive(), this.durationMs / 3).unref();
  }

  async #keepAlive(): Promise<void> {
    // The store may be unreachable for a moment.
    await this.renew().catch(() => {});
    if (!this.signal.aborted) this.#scheduleRenewal();
  }

  #end(reason: LeaseLostError): void {
    clearTimeout(this.#renewal);
    clearTimeout(this.#expiry);
    this.#controller.abort(reason);
  }
}
