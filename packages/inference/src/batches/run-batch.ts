/** Runs any number of requests through batches. */
import type { MessageBatchIndividualResponse, MessageBatchRequest } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import type { MessageBatches } from '../message-batches.js';
import { requireClient } from '../require-client.js';
import { BatchResultsError } from './batch-results-error.js';
import { IdSum, type BatchInRun } from './batch-run-checkpoint.js';
import { batchRunSettings, type BatchRunOptions, type BatchRunSettings } from './batch-run-options.js';
import { RequestReader, type RequestChunk } from './request-reader.js';
import { findBatch, submitBatch, type Submission } from './submit-batch.js';
import type { BatchWaitOptions } from './wait-for-batch.js';

/**
 * Sends any number of requests in batches and yields the result of each request once. Requests are read when their batch is
 * created, and results are streamed, so memory does not grow with the run. Results of a batch come in any order; batches are
 * in the order of their requests. Requests that fail with an error of the service or expire are sent again in later batches.
 *
 * A process that exited is continued from its last checkpoint. If it exited while it created a batch, the batch is found again
 * by its requests, so that they are not sent twice.
 *
 * @param client - Inference client.
 * @param requests - The requests. Their `custom_id` must be unique, because results are matched by it.
 * @param options - See {@link BatchRunOptions}.
 * @throws {ConfigError} When an option or a request is invalid, or `requests` differ from those of `resumeFrom`.
 * @throws {BatchResultsError} When results of a batch are missing.
 * @throws {ApiError} When the service rejects a batch.
 */
export async function* runBatch(
  client: Pick<InferenceClient, 'messages'>,
  requests: AsyncIterable<MessageBatchRequest> | Iterable<MessageBatchRequest>,
  options: BatchRunOptions = {},
): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
  requireClient(client, 'create');
  const settings = batchRunSettings(requests, options);
  await using reader = new RequestReader(requests);
  const run = new BatchRun(client.messages.batches, reader, settings);
  await run.resume();
  while (await run.fill()) yield* run.results();
  await run.save(true);
}

class BatchRun {
  readonly #batches: MessageBatches;
  readonly #reader: RequestReader;
  readonly #settings: BatchRunSettings;
  /** Batches whose results have not all been yielded. Only the last one may have no id. */
  #open: BatchInRun[];
  readonly #held = new HeldRequests();
  #isRead = false;

  constructor(batches: MessageBatches, reader: RequestReader, settings: BatchRunSettings) {
    this.#batches = batches;
    this.#reader = reader;
    this.#settings = settings;
    this.#open = [...(settings.resumeFrom?.batches ?? [])];
  }

  /** Skips the requests that are in batches, and completes an interrupted creation. */
  async resume(): Promise<void> {
    const { resumeFrom } = this.#settings;
    if (resumeFrom === undefined) return;
    const ranges = new Map(this.#open.map(({ range }) => [range, [] as MessageBatchRequest[]]));
    await this.#reader.again(resumeFrom.requests, (request, index) => {
      for (const [{ start, count }, kept] of ranges)
        if (index >= start && index < start + count) kept.push(request);
    });
    this.#isRead = resumeFrom.done === true;
    for (const [{ start }, kept] of ranges) this.#held.keep(start, kept);
    const last = this.#open.at(-1);
    if (last?.id !== null) return;
    const submission = this.#submission(last, await this.#requestsOf(last));
    await this.#created((await findBatch(submission)) ?? (await submitBatch(submission)));
  }

  /** Creates batches up to their maximum number. Returns false when all results have been yielded. */
  async fill(): Promise<boolean> {
    while (!this.#isRead && this.#open.length < this.#settings.maxBatches) {
      const chunk = await this.#reader.chunk(this.#settings);
      this.#isRead = chunk === undefined;
      if (chunk === undefined) break;
      const count = chunk.digest.count;
      const range = { start: this.#reader.digest.count - count, count };
      if (this.#settings.maxRetries > 0) this.#held.keep(range.start, chunk.requests);
      await this.#create(chunk, { range, attempt: 0, retryOf: null });
    }
    return this.#open.length > 0;
  }

  async #create(
    chunk: RequestChunk,
    origin: Pick<BatchInRun, 'range' | 'attempt' | 'retryOf'>,
  ): Promise<void> {
    const [newest] = (await this.#batches.list({ limit: 1 }, this.#settings.call)).data;
    const planned: BatchInRun = {
      id: null,
      requests: chunk.digest,
      yielded: new IdSum().value(),
      ...origin,
      previous: newest === undefined ? null : { id: newest.id, created_at: newest.created_at },
    };
    this.#open.push(planned);
    await this.save();
    await this.#created(await submitBatch(this.#submission(planned, chunk.requests)));
  }

  /** Returns the requests of a batch whose creation was interrupted. */
  async #requestsOf({ range, retryOf, requests }: BatchInRun): Promise<readonly MessageBatchRequest[]> {
    if (retryOf === null) return this.#held.requests(range.start);
    const failed = new Set<string>();
    for await (const line of this.#batches.resultsOf(retryOf, this.#settings.call))
      if (isRetryable(line)) failed.add(line.custom_id);
    const found = await this.#held.requests(range.start, failed);
    requireSame(retryOf, sumOf(found).equals(requests));
    return found;
  }

  /** Yields the results of the oldest batch that have not been yielded. */
  async *results(): AsyncGenerator<MessageBatchIndividualResponse, undefined> {
    const { call, checkpointEvery, maxRetries } = this.#settings;
    // Every batch has an id once it was created.
    const { id, yielded, requests, attempt } = this.#open[0] as BatchInRun & { readonly id: string };
    await this.#batches.wait(id, this.#wait());
    const sum = new IdSum();
    const failed = new Set<string>();
    for await (const line of this.#batches.resultsOf(id, call)) {
      if (attempt < maxRetries && isRetryable(line)) failed.add(line.custom_id);
      else if (sum.count >= yielded.count) yield line;
      sum.add(line.custom_id);
      if (sum.count < yielded.count) continue;
      if (sum.count === yielded.count) requireSame(id, sum.equals(yielded));
      else if (sum.count % checkpointEvery === 0) {
        this.#open[0] = { ...(this.#open[0] as BatchInRun), yielded: sum.value() };
        await this.save();
      }
    }
    requireSame(id, sum.equals(requests));
    await this.#finish(failed);
  }

  /** Closes the oldest batch. Its failed requests become another batch. */
  async #finish(failed: ReadonlySet<string>): Promise<void> {
    const { id, range, attempt } = this.#open.shift() as BatchInRun;
    if (failed.size === 0) {
      this.#held.drop(range.start);
      return this.save();
    }
    const requests = await this.#held.requests(range.start, failed);
    this.#held.keep(range.start, requests);
    const chunk = { requests, digest: sumOf(requests).value() };
    await this.#create(chunk, { range, attempt: attempt + 1, retryOf: id });
  }

  async #created(id: string): Promise<void> {
    const planned = this.#open.pop() as BatchInRun;
    this.#open.push({ ...planned, id, previous: null, retryOf: null });
    await this.save();
  }

  #submission(planned: BatchInRun, requests: readonly MessageBatchRequest[]): Submission {
    const known = new Set(this.#open.map(({ id }) => id));
    return {
      batches: this.#batches,
      requests,
      planned,
      known,
      call: this.#settings.call,
      wait: this.#wait(),
    };
  }

  #wait(): BatchWaitOptions {
    const { call, pollIntervalMs, onProgress } = this.#settings;
    return {
      ...call,
      pollIntervalMs,
      onProgress: (batch) =>
        onProgress?.({ batch, submitted: this.#reader.digest.count, batches: this.#open.length }),
    };
  }

  /** Passes a checkpoint to the caller. */
  async save(isDone = false): Promise<void> {
    const requests = this.#reader.digest;
    const checkpoint = { type: 'batch_run' as const, requests, batches: [...this.#open] };
    await this.#settings.onCheckpoint?.(isDone ? { ...checkpoint, done: true } : checkpoint);
  }
}

/** Types of errors that another attempt may not have. */
const RETRYABLE = new Set(['api_error', 'overloaded_error', 'rate_limit_error', 'timeout_error']);

/** Returns whether another attempt may succeed: the request expired, or failed with an error of the service. */
function isRetryable({ result }: MessageBatchIndividualResponse): boolean {
  if (result.type === 'errored') return RETRYABLE.has(result.error.error.type);
  return result.type === 'expired';
}

/**
 * Keeps requests as JSON lines, outside of the heap. Each range of the requests of a run is kept until its results have been
 * yielded.
 */
class HeldRequests {
  /** Lines by index of the first request of the range. */
  readonly #lines = new Map<number, Blob>();

  /** Keeps the requests of a range, in place of those kept before. */
  keep(start: number, requests: readonly MessageBatchRequest[]): void {
    this.#lines.set(start, new Blob(requests.map((request) => `${JSON.stringify(request)}\n`)));
  }

  /** Returns the requests of a range, or those with certain ids. */
  async requests(start: number, ids?: ReadonlySet<string>): Promise<MessageBatchRequest[]> {
    const text = (await this.#lines.get(start)?.text()) ?? '';
    const requests = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as MessageBatchRequest);
    return ids === undefined ? requests : requests.filter(({ custom_id: id }) => ids.has(id));
  }

  /** Forgets the requests of a range. */
  drop(start: number): void {
    this.#lines.delete(start);
  }
}

function sumOf(requests: readonly MessageBatchRequest[]): IdSum {
  const sum = new IdSum();
  for (const { custom_id: id } of requests) sum.add(id);
  return sum;
}

/** @throws {BatchResultsError} When the results are not those of the requests, or differ from those that were read before. */
function requireSame(batchId: string, isSame: boolean): void {
  if (isSame) return;
  const problem = 'are not those of its requests, or are in another order than before';
  throw new BatchResultsError('results_changed', batchId, problem);
}
