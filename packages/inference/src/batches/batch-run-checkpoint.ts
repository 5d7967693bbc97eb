/** Checkpoints of runs of batches: plain JSON from which another process resumes. */
import { ConfigError } from '@parlance/core-transport';
import { misfit } from '@parlance/core-transport/internal';
import type { IdDigest } from './id-digest.js';

/** A batch of a run whose results have not all been yielded. */
export interface BatchInRun {
  /** Id of the batch; null while it is being created. */
  readonly id: string | null;
  /** Its requests. */
  readonly requests: IdDigest;
  /** Its results that have been processed, which are the first ones. */
  readonly yielded: IdDigest;
  /** Range of the requests of the run that its requests are from. */
  readonly range: { readonly start: number; readonly count: number };
  /** How often its requests were sent before. */
  readonly attempt: number;
  /** Batch whose failed requests are sent again, while this one is being created; null for others. */
  readonly retryOf: string | null;
  /** The newest batch of the workspace before this one was created; null if there was none. */
  readonly previous: { readonly id: string; readonly created_at: string } | null;
}

/** State of a run of batches, as plain JSON. Its size does not grow with the run. */
export interface BatchRunCheckpoint {
  /** Always `batch_run`. */
  readonly type: 'batch_run';
  /** All requests that have been read into batches. */
  readonly requests: IdDigest;
  /** Batches in the order of their creation. */
  readonly batches: readonly BatchInRun[];
  /** True once all results have been yielded: resuming from this checkpoint yields nothing. */
  readonly done?: true | undefined;
}

/** @throws {ConfigError} When the value is not a checkpoint of a run of batches. */
export function requireBatchRunCheckpoint(checkpoint: BatchRunCheckpoint): void {
  const digest = { count: 0, digest: '' };
  const batch = {
    'id?': '',
    requests: digest,
    yielded: digest,
    range: { start: 0, count: 0 },
    attempt: 0,
    'retryOf?': '',
    'previous?': { id: '', created_at: '' },
  };
  const isOne =
    misfit(checkpoint, { type: '', requests: digest, batches: [batch], 'done?': true }) === undefined;
  const { type, requests, batches } = checkpoint;
  const digests = (): readonly IdDigest[] => [
    requests,
    ...batches.flatMap((one) => [one.requests, one.yielded]),
  ];
  if (!isOne || type !== 'batch_run' || !digests().every(isDigest))
    throw new ConfigError('resumeFrom', 'resumeFrom must be a checkpoint of runBatch');
}

function isDigest({ count, digest }: IdDigest): boolean {
  return Number.isSafeInteger(count) && /^[0-9a-f]{1,8}-[0-9a-f]{1,8}$/.test(digest);
}
