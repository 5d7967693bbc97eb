import type { Kysely } from 'kysely';
import type { ComplianceClient } from '@parlance/compliance';
import type { ListOptions, Page } from '@parlance/core-transport';
import type { Store } from '@parlance/durable';
import type { ExportDefinition } from '../definition/export-definition.js';
import type { ExportEvent } from './export-events.js';
import type { ExportTables } from './export-schema.js';
import type { Patience } from './patience.js';
import type { RunRequests } from './run-requests.js';
import type { ServiceClock } from './service-clock.js';
import type { SinkSet } from './sink-set.js';

/** What the parts of a run share, in one process. */
export interface RunContext {
  readonly definition: ExportDefinition;
  readonly compliance: ComplianceClient;
  readonly store: Store;
  readonly tables: Kysely<ExportTables>;
  readonly sinks: SinkSet;
  readonly clock: ServiceClock;
  readonly patience: Patience;
  /** Requests per minute that the run may send, as far as is known now. */
  readonly pace: () => number;
  /** The requests of this process. */
  readonly requests: RunRequests;
  /** Jobs of other epochs are void. */
  readonly epoch: number;
  /** Position in the chain before everything that is certified in the segments of this process. */
  readonly joinedAt: number;
  /** Aborted when the run stops in this process. */
  readonly signal: AbortSignal;
  readonly emit: (event: ExportEvent) => void;
  /** Stops the run in all processes. */
  readonly fail: (error: unknown) => void;
}

/** Thrown when another process has stopped the run or started a new epoch. What is unsealed is void. */
export class RunEndedError extends Error {
  override readonly name = 'RunEndedError';

  constructor() {
    super('The run has ended.');
  }
}

/**
 * Yields the pages of a list, and waits while the service is unavailable.
 *
 * @param context - The run.
 * @param signal - Ends the wait, and the requests.
 * @param list - Lists the pages after a checkpoint, with the options of its requests.
 * @param start - Checkpoint to resume from.
 */
// oxlint-disable-next-line max-params -- reads like the call of a list.
export async function* patientPages<Item>(
  context: Pick<RunContext, 'clock' | 'patience'>,
  signal: AbortSignal,
  list: (options: ListOptions) => AsyncIterable<Page<Item>>,
  start: Page<Item>['checkpoint'] | null = null,
): AsyncGenerator<Page<Item>, undefined> {
  let resumeFrom = start;
  const item = context.patience.item();
  for (let isDone = false; !isDone;) {
    try {
      for await (const page of list({ resumeFrom, signal, priority: 'bulk' })) {
        item.succeeded();
        context.clock.observe(page.headers);
        resumeFrom = page.checkpoint;
        yield page;
      }
      isDone = true;
    } catch (error) {
      await item.failed(error, signal);
    }
  }
}
