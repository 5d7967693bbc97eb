import type { Clock } from '../clock.js';
import { Gate } from './gate.js';
import type { Permit, PermitRequest, RateLimiter, WaitingRequests } from './rate-limiter.js';

/**
 * The default rate limiter. It admits everything until the service reports a limit or responds with 429 and
 * `retry-after`, and paces the requests of that limit from then on. See {@link Gate}.
 */
export class AdaptiveRateLimiter implements RateLimiter {
  readonly #parts: { readonly clock: Clock; readonly random: () => number };
  readonly #gates: Map<string, Gate> = new Map();

  constructor(parts: { readonly clock: Clock; readonly random: () => number }) {
    this.#parts = parts;
  }

  acquire(request: PermitRequest): Permit | Promise<Permit> {
    let gate = this.#gates.get(request.limit);
    if (gate === undefined) {
      gate = new Gate(this.#parts.clock, this.#parts.random);
      this.#gates.set(request.limit, gate);
    }
    return gate.acquire(request);
  }

  waiting(): readonly WaitingRequests[] {
    return [...this.#gates]
      .map(([limit, { waiting }]) => ({ limit, requests: waiting }))
      .filter(({ requests }) => requests > 0);
  }
}
