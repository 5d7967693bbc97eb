import type { Clock } from '../clock.js';
import type { HttpResponse } from '../http-adapter.js';
import { guarded } from '../observability/guarded.js';
import { reportedLimits } from '../rate-limits/rate-limit-headers.js';
import type { Permit, RateLimitResponse } from '../rate-limits/rate-limiter.js';
import { retryAfterMs } from './retry-policy.js';

interface Usage {
  readonly input_tokens?: number | null | undefined;
  readonly cache_creation_input_tokens?: number | null | undefined;
  readonly output_tokens?: number | null | undefined;
}

const NO_RESPONSE: RateLimitResponse = { status: null, rateLimits: {}, retryAfterMs: null };

/** The permit of an attempt, with the facts to report to the rate limiter. */
export class HeldPermit {
  readonly #permit: Permit;
  readonly #clock: Clock;
  #response: RateLimitResponse = NO_RESPONSE;
  #inputTokens: number | null = null;
  #outputTokens: number | null = null;

  constructor(permit: Permit, clock: Clock) {
    this.#permit = permit;
    this.#clock = clock;
  }

  /** Reports the head of the response. */
  responded({ status, headers }: HttpResponse): void {
    const wallNow = this.#clock.wallNow();
    const hint = retryAfterMs(headers, wallNow);
    this.#response = {
      status,
      rateLimits: reportedLimits(headers, wallNow),
      retryAfterMs: hint === 0 ? null : hint,
    };
    // A rate limiter that throws must not fail a call that has been sent.
    guarded(() => this.#permit.responded?.(this.#response));
  }

  /** Records the usage in a response or stream event. Later events fill in what earlier ones left out. */
  used(value: object): void {
    const { usage, message } = value as { readonly usage?: Usage; readonly message?: { usage?: Usage } };
    const { input_tokens, cache_creation_input_tokens, output_tokens } = usage ?? message?.usage ?? {};
    if (typeof input_tokens === 'number')
      this.#inputTokens = input_tokens + (cache_creation_input_tokens ?? 0);
    if (typeof output_tokens === 'number') this.#outputTokens = output_tokens;
  }

  /** Releases the permit with the result of the attempt. */
  release(): void {
    const result = { ...this.#response, inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
    guarded(() => this.#permit.release(result));
  }
}
