/** Checkpoints of runs of batches: plain JSON from which another process resumes. */
import { ConfigError } from '@parlance/core-transport';
import { misfit } from '@parlance/core-transport/internal';

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

/** A set of ids as plain JSON. */
export interface IdDigest {
  /** Number of ids. */
  readonly count: number;
  /** Digest of the ids, in any order. */
  readonly digest: string;
}

/** Adds up ids to an {@link IdDigest}. Its size does not grow. */
export class IdSum {
  #count = 0;
  #low = 0;
  #high = 0;

  /** @param start - Digest to continue; empty by default. */
  constructor(start?: IdDigest) {
    if (start === undefined) return;
    this.#count = start.count;
    const [low = '', high = ''] = start.digest.split('-');
    this.#low = Number.parseInt(low, 16);
    this.#high = Number.parseInt(high, 16);
  }

  /** Number of ids. */
  get count(): number {
    return this.#count;
  }

  /** Adds an id. */
  add(id: string): void {
    this.#count += 1;
    // The sum does not depend on the order of the ids.
    this.#low = (this.#low + hash(id, 0x811c9dc5)) >>> 0;
    this.#high = (this.#high + hash(id, 0x9747b28c)) >>> 0;
  }

  /** Returns the digest of the ids so far. */
  value(): IdDigest {
    return { count: this.#count, digest: `${this.#low.toString(16)}-${this.#high.toString(16)}` };
  }

  /** Whether the ids so far are those of a digest. */
  equals(other: IdDigest): boolean {
    const own = this.value();
    return own.count === other.count && own.digest === other.digest;
  }
}

/** FNV-1a, with a final mix so that similar ids differ in all bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
