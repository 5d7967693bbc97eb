import { mapCalls } from '../map-calls/map-calls.js';
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
export function runBatch(batch: Batch): Promise<BatchResult> {
  return observe(batch, async (call) => {
    let started = 0;
    const worker = async (): Promise<void> => {
      while (started < batch.calls) {
        started += 1;
        await call(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: batch.concurrency }, worker));
  });
}

/** Sends calls with `mapCalls()`, which chooses the concurrency. */
export function runMappedBatch(batch: Omit<Batch, 'concurrency'>): Promise<BatchResult> {
  return observe(batch, async (call) => {
    const items = Array.from({ length: batch.calls }, (_, index) => index);
    const wait = { phase: 'start', limit: 'things', queued: 1, waitedMs: 0 } as const;
    const results = mapCalls(items, (_item, { onRateLimitWait }) => call(() => onRateLimitWait(wait)));
    for await (const result of results) if (result.status === 'rejected') throw result.error;
  });
}

/** Sends one call, once per attempt. Calls `onWait` when an attempt starts to wait. */
type SendCall = (onWait: () => void) => Promise<void>;

async function observe(
  { limiter, clock, service, latencyMs }: Omit<Batch, 'concurrency'>,
  send: (call: SendCall) => Promise<void>,
): Promise<BatchResult> {
  const startedAt = clock.now();
  const request = permitRequest();
  let requests = 0;
  let admittedAt = startedAt;
  const travel = (): Promise<void> => new Promise((resolve) => void clock.setTimer(resolve, latencyMs()));
  const call: SendCall = async (onWait) => {
    for (;;) {
      const acquired = limiter.acquire(request);
      if (acquired instanceof Promise) onWait();
      const permit = await acquired;
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
  await finish(clock, send(call));
  return { elapsedMs: admittedAt - startedAt, requests };
}
