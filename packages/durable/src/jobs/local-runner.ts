import { checkLeaseDuration } from '../ledger/lease-duration.js';
import { QueueRunner } from './queue-runner.js';
import type { RunnerOptions } from './queue-runner.js';
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
 * Creates a runner that keeps its jobs in the store. Use it in one process, or in several that share the store; for many
 * machines, use `pgBossRunner`.
 *
 * @param options - The store and the concurrency.
 * @throws {ConfigError} When an option is invalid.
 */
export function localRunner(options: LocalRunnerOptions): Runner {
  const { store, leaseMs = 10_000 } = options;
  checkLeaseDuration('leaseMs', leaseMs);
  return new QueueRunner(new StoredJobs(store, leaseMs), options);
}
