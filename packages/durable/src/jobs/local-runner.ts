import { wrong } from '@parlance/core-transport/internal';
import { checkLeaseDuration } from '../ledger/lease-duration.js';
import { QueueRunner, type RunnerOptions } from './queue-runner.js';
import type { Runner } from './runner.js';
import { StoredJobs } from './stored-jobs.js';

/** Options for {@link localRunner}. */
export interface LocalRunnerOptions extends RunnerOptions {
  /**
   * How long a job stays reserved for a process that no longer responds, in milliseconds, from 1,000. Default: 10,000. After a crash, a
   * process on the same machine takes over at once.
   */
  readonly leaseMs?: number | undefined;
}

/**
 * Creates a runner that keeps its jobs in a store on SQLite. Use it in one process, or in several of one machine that share the store; with
 * PostgreSQL, use `pgBossRunner`.
 *
 * @param options - The store and the concurrency.
 * @throws {ConfigError} When an option is invalid, or the store is on PostgreSQL.
 */
export function localRunner(options: LocalRunnerOptions): Runner {
  const { store, leaseMs = 10_000 } = options;
  if (store.kind !== 'sqlite')
    throw wrong('store', 'must be on SQLite for localRunner; use pgBossRunner with PostgreSQL');
  checkLeaseDuration('leaseMs', leaseMs);
  return new QueueRunner(new StoredJobs(store, leaseMs), options);
}
