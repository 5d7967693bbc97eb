import type { PermitRequest, RateLimiter } from '../rate-limits/rate-limiter.js';
import type { FakeClock } from './fake-clock.js';
import { finish } from './finish.js';
import type { LimitedService } from './limited-services.js';

/** A batch of calls to a service, in virtual time. */
export interface Batch {
  readonly limiter: RateLimiter;
  readonly clock: FakeClock;
  readonly service: LimitedService;
  readonly calls: number;
  /** Maximum number of concurrent calls. */
  readonly concurrency: number;
  /** One-way latency in milliseconds. */
  readonly latencyMs: () => number;
}

/** Result of a batch. */
export interface BatchResult {
  /** Time from the first request to the last admitted one, in milliseconds. */
  readonly elapsedMs: number;
  readonly requests: number;
}

/** Creates a permit request with defaults. */
export function permitRequest(parts: Partial<PermitRequest> = {}): PermitRequest {
  return {
    operation: 'things.retrieve',
    limit: 'things',
    priority: 'normal',
    estimatedInputTokens: 0,
    maxOutputTokens: 0,
    attempt: 1,
    waitedMs: 0,
    signal: new AbortController().signal,
    ...parts,
  };
}

/** Sends calls through a limiter until the service has admitted all of them. */
export async function runBatch(batch: Batch): Promise<BatchResult> {
  const { limiter, clock, service, calls, concurrency, latencyMs } = batch;
  const startedAt = clock.now();
  const request = permitRequest();
  let started = 0;
  let requests = 0;
  let admittedAt = startedAt;
  const travel = (): Promise<void> => new Promise((resolve) => void clock.setTimer(resolve, latencyMs()));
  const call = async (): Promise<void> => {
    for (;;) {
      const permit = await limiter.acquire(request);
      requests += 1;
      await travel();
      const hint = service(clock.now());
      if (hint === null) admittedAt = clock.now();
      await travel();
      permit.release({
        status: hint === null ? 200 : 429,
        rateLimits: {},
        retryAfterMs: hint,
        inputTokens: null,
        outputTokens: null,
      });
      if (hint === null) return;
    }
  };
  const worker = async (): Promise<void> => {
    while (started < calls) {
      started += 1;
      await call();
    }
  };
  await finish(clock, Promise.all(Array.from({ length: concurrency }, worker)));
  return { elapsedMs: admittedAt - startedAt, requests };
}
