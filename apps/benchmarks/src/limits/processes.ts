/** Entry point of one of the processes that share a limit through a store. */
import { InferenceClient } from '@parlance/inference';
import { openStore, sharedRateLimiter } from '@parlance/durable';
import { KEY, PARAMS } from '@parlance/testing/probes/subject';

/** What a process reports when it is done. */
export interface ProcessReport {
  readonly calls: number;
  /** Calls that failed for good. */
  readonly failed: number;
  /** Waits of interactive calls, in milliseconds. */
  readonly interactiveMs: readonly number[];
}

const [baseUrl = '', url = '', durationMs = ''] = process.argv.slice(2);
const store = await openStore(url);
const rateLimiter = sharedRateLimiter({ store, scope: 'organization' });
const inference = new InferenceClient({ baseUrl, apiKey: KEY, rateLimiter });
const endsAt = performance.now() + Number(durationMs);
const stop = AbortSignal.timeout(Number(durationMs));
let calls = 0;
let failed = 0;
const interactiveMs: number[] = [];

async function bulk(): Promise<void> {
  while (performance.now() < endsAt) await call('bulk');
}

async function interactive(): Promise<void> {
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    if (await call('interactive')) interactiveMs.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function call(priority: 'bulk' | 'interactive'): Promise<boolean> {
  try {
    await inference.messages.create(PARAMS, { priority, signal: stop });
    calls += 1;
    return true;
  } catch {
    if (!stop.aborted) failed += 1;
    return false;
  }
}

await Promise.all([interactive(), ...Array.from({ length: 20 }, () => bulk())]);
await store.close();
const report: ProcessReport = { calls, failed, interactiveMs };
process.send?.(report, () => process.exit());
