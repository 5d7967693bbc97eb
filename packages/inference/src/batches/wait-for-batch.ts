/** Waits until a batch has ended. */
import { AbortedError, type CallOptions } from '@parlance/core-transport';
import { checkRecord, finiteDuration, isA, requireObject, wait } from '@parlance/core-transport/internal';
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
  checkRecord(
    '',
    { pollIntervalMs, onProgress },
    { pollIntervalMs: finiteDuration, onProgress: isA('function') },
  );
  let intervalMs = pollIntervalMs ?? FIRST_INTERVAL_MS;
  for (;;) {
    const batch = await retrieve(call);
    onProgress?.(batch);
    if (batch.processing_status === 'ended') return batch;
    await wait(intervalMs, call.signal);
    if (call.signal?.aborted === true)
      throw new AbortedError(
        { operation: 'messages.batches.retrieve', requestId: null, attempts: [] },
        call.signal.reason,
      );
    if (pollIntervalMs === undefined) intervalMs = Math.min(intervalMs * 2, LONGEST_INTERVAL_MS);
  }
}
