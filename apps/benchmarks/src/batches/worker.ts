/** The client of `run-batches.ts`, in its own process. Arguments: URL of the emulator, number of requests. */
import { InferenceClient, runBatch } from '@parlance/inference';
import type { MessageBatchRequest } from '@parlance/inference';

/** What the client has measured. */
export interface BatchesReport {
  /** Requests with a result. */
  readonly results: number;
  /** Results of a request that already had one. */
  readonly repeated: number;
  readonly batches: number;
  readonly seconds: number;
  /** Largest resident set, in bytes. */
  readonly peakRss: number;
  /** Heap after each 100,000 results, in bytes. */
  readonly heap: readonly number[];
  /** Largest checkpoint, as JSON. */
  readonly checkpointBytes: number;
}

const [url = '', count = ''] = process.argv.slice(2);
const total = Number(count);

function* requests(): Generator<MessageBatchRequest> {
  for (let index = 0; index < total; index++) {
    const messages = [{ role: 'user' as const, content: `hello ${index}` }];
    yield { custom_id: `r${index}`, params: { model: 'assistant-haiku-4-5', max_tokens: 20, messages } };
  }
}

const client = new InferenceClient({ baseUrl: url, apiKey: 'api-default', timeouts: { headersMs: 600_000 } });
// A byte per request is part of the measurement, not of the client.
const seen = new Uint8Array(total);
const ids = new Set<string>();
const heap: number[] = [];
const measured = { results: 0, repeated: 0, peakRss: 0, checkpointBytes: 0 };
const started = performance.now();

const run = runBatch(client, requests(), {
  pollIntervalMs: 500,
  onProgress: ({ batch }) => void ids.add(batch.id),
  onCheckpoint: (checkpoint) => {
    const { length } = JSON.stringify(checkpoint);
    measured.checkpointBytes = Math.max(measured.checkpointBytes, length);
  },
});
for await (const { custom_id } of run) {
  const index = Number(custom_id.slice(1));
  if (seen[index] === 1) measured.repeated++;
  else measured.results++;
  seen[index] = 1;
  if (measured.results % 10_000 === 0)
    measured.peakRss = Math.max(measured.peakRss, process.memoryUsage.rss());
  if (measured.results % 100_000 === 0) {
    globalThis.gc?.();
    heap.push(process.memoryUsage().heapUsed);
  }
}
const seconds = (performance.now() - started) / 1000;
process.send?.({ ...measured, batches: ids.size, seconds, heap } satisfies BatchesReport);
await client.close();
