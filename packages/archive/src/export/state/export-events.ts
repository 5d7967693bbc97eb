import type { ParlanceError } from '@parlance/schemas/kit';
import type { Certificate } from '../../certificates/certificate.js';
import type { FollowerStatus } from './follower-status.js';
import type { ExportFailure, UnitCounts } from './export-status.js';

/** Progress of a run, in all processes. */
export interface ExportProgress {
  readonly type: 'progress';
  /** Windows of activities. */
  readonly windows: UnitCounts;
  /** Partitions of users. */
  readonly partitions: UnitCounts;
  /** Records that are sealed. */
  readonly records: number;
  /** Records that were found late, by rechecks. */
  readonly lateRecords: number;
  /** Requests per minute that the service allows; null if no response has included it. */
  readonly requestsPerMinute: number | null;
  /**
   * Estimated time to the end of the run, in milliseconds: from the requests that sealed units of the same kind needed, and the chats that a sample
   * of people has, at the rate limit, without the share that is left to others, or at the rate of the run if that is lower.
   */
  readonly remainingMs: number;
}

/** What happens in a run. */
export type ExportEvent =
  | {
      readonly type: 'started';
      /** Number of the run, from 1. */
      readonly run: number;
      /** Whether it resumes a run that was stopped or killed. */
      readonly resumed: boolean;
      /** Whether another process coordinates the run, and this one helps it. */
      readonly joined: boolean;
      /** Upper bound of the run (RFC 3339); null while it is not known. */
      readonly bound: string | null;
    }
  | {
      /** A follower has received something, or has a problem that it did not have before. */
      readonly type: 'follower';
      readonly follower: FollowerStatus;
    }
  | ExportProgress
  | { readonly type: 'sealed'; readonly certificate: Certificate }
  | { readonly type: 'failed'; readonly failure: ExportFailure }
  | {
      /** The service is unavailable; the run waits and tries again. */
      readonly type: 'waiting';
      readonly error: ParlanceError;
      /** Time to the next attempt, in milliseconds. */
      readonly waitMs: number;
      /** Time for which nothing has succeeded in this process, in milliseconds. */
      readonly waitedMs: number;
    }
  | {
      readonly type: 'stopped';
      /** Null if the run was stopped by the program. */ readonly error: Error | null;
    }
  | { readonly type: 'done' };

/** Events that a slow consumer has not read yet. Older ones are dropped: the store, not the events, has the facts. */
const MAX_BUFFERED = 1_000;

/** Distributes events to any number of consumers. */
export class ExportEvents {
  readonly #consumers: Set<(event: ExportEvent) => void> = new Set();
  #started: ExportEvent | undefined;
  #closed = false;

  emit(event: ExportEvent): void {
    if (event.type === 'started') this.#started = event;
    for (const consume of this.#consumers) consume(event);
    if (event.type !== 'done' && event.type !== 'stopped') return;
    this.#closed = true;
  }

  /** Yields the events from now on, and ends with the run. */
  async *subscribe(): AsyncGenerator<ExportEvent, undefined> {
    const buffer: ExportEvent[] = this.#started === undefined ? [] : [this.#started];
    if (this.#closed) return;
    let wake: () => void = () => {};
    const consume = (event: ExportEvent): void => {
      buffer.push(event);
      if (buffer.length > MAX_BUFFERED) buffer.shift();
      wake();
    };
    this.#consumers.add(consume);
    try {
      for (;;) {
        const event = buffer.shift();
        if (event === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        yield event;
        if (event.type === 'done' || event.type === 'stopped') return;
      }
    } finally {
      this.#consumers.delete(consume);
    }
  }
}
