import { LeaseLostError } from './lease-lost-error.js';
import type { Lease } from './lease.js';

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
  #renewedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(facts: Pick<Lease, 'name' | 'owner' | 'token' | 'durationMs'>, commands: LeaseCommands) {
    this.name = facts.name;
    this.owner = facts.owner;
    this.token = facts.token;
    this.durationMs = facts.durationMs;
    this.#commands = commands;
    this.#renewedAt = performance.now();
    this.#schedule();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async renew(): Promise<void> {
    if (this.signal.aborted) throw this.signal.reason;
    const startedAt = performance.now();
    try {
      await this.#commands.renew(this);
      this.#renewedAt = startedAt;
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

  #schedule(): void {
    // An idle process that holds a lease may exit.
    this.#timer = setTimeout(() => void this.#keepAlive(), this.durationMs / 3).unref();
  }

  async #keepAlive(): Promise<void> {
    try {
      await this.renew();
    } catch {
      // The store may be unreachable for a moment. Once the lease must have expired, another process may hold it.
      if (performance.now() - this.#renewedAt >= this.durationMs)
        this.#end(new LeaseLostError(this.name, this.token));
    }
    if (!this.signal.aborted) this.#schedule();
  }

  #end(reason: LeaseLostError): void {
    clearTimeout(this.#timer);
    this.#controller.abort(reason);
  }
}
