/** Waits until a batch has ended. */
import { AbortedError, ConfigError, type CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type { MessageBatch } from '@parlance/schemas/inference';

/** Options for {@link MessageBatches.wait}. */
export interface BatchWaitOptions extends CallOptions {
  /**
   * Time between two requests for the status, in milliseconds. By default it starts at one second and doubles up to one
   * minute.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Called with the batch after each request for its status. */
  readonly onProgress?: ((batch: MessageBatch) => void) | undefined;
}

const FIRST_INTERVAL_MS = 1000;
const LONGEST_INTERVAL_MS = 60_000;

/**
 * Retrieves a batch until it has ended.
 *
 * @param retrieve - Retrieves the batch.
 * @param options - See {@link BatchWaitOptions}.
 * @throws {ConfigError} When an option is invalid.
 * @throws {AbortedError} When the signal is aborted.
 */
export async function waitForBatch(
  retrieve: (options: CallOptions) => PromiseLike<MessageBatch>,
  options: BatchWaitOptions,
): Promise<MessageBatch> {
  requireObject('options', options);
  const { pollIntervalMs, onProgress, ...call } = options;
  requireInterval(pollIntervalMs);
  let intervalMs = pollIntervalMs ?? FIRST_INTERVAL_MS;
  for (;;) {
    const batch = await retrieve(call);
    onProgress?.(batch);
    if (batch.processing_status === 'ended') return batch;
    await pause(intervalMs, call.signal);
    if (pollIntervalMs === undefined) intervalMs = Math.min(intervalMs * 2, LONGEST_INTERVAL_MS);
  }
}

/** @throws {ConfigError} When a polling interval is not a positive number. */
export function requireInterval(pollIntervalMs: unknown): void {
  if (pollIntervalMs === undefined) return;
  if (typeof pollIntervalMs !== 'number' || !(pollIntervalMs > 0 && pollIntervalMs < Infinity))
    throw new ConfigError('pollIntervalMs', 'pollIntervalMs must be a number of milliseconds above 0');
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      const facts = { operation: 'messages.batches.retrieve', requestId: null, attempts: [] };
      reject(new AbortedError(facts, signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
