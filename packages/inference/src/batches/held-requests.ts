/** Requests of open batches, to send failed ones again. */
import type { MessageBatchIndividualResponse, MessageBatchRequest } from '@parlance/schemas/inference';

/** Types of errors that another attempt may not have. */
const RETRYABLE = new Set(['api_error', 'overloaded_error', 'rate_limit_error', 'timeout_error']);

/** Returns whether another attempt may succeed: the request expired, or failed with an error of the service. */
export function isRetryable({ result }: MessageBatchIndividualResponse): boolean {
  if (result.type === 'errored') return RETRYABLE.has(result.error.error.type);
  return result.type === 'expired';
}

/**
 * Keeps requests as JSON lines, outside of the heap. Each range of the requests of a run is kept until its results have been
 * yielded.
 */
export class HeldRequests {
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
