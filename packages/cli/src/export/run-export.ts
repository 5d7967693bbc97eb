/** Runs an export until it is complete or stopped. */
import type { ExportStatus } from '@parlance/archive';
import { localRunner, pgBossRunner, sharedRateLimiter, type Runner, type Store } from '@parlance/durable';
import type { CommandContext } from '../command-context.js';
import { DEFAULT_CONCURRENCY, exportJob, type ExportJobOptions } from './export-job.js';
import { showEvent } from './show-progress.js';

/** Options of `parlance export run`, besides those of the definition. */
export interface RunExportOptions extends ExportJobOptions {
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly join?: boolean | undefined;
}

/** Runs the export. Resolves with its state; an interruption stops it cleanly. */
export async function runExport(context: CommandContext, options: RunExportOptions): Promise<ExportStatus> {
  const { settings, output, signal } = context;
  const job = exportJob(settings, options);
  const configured = settings.config.export ?? {};
  const { concurrency = configured.concurrency ?? DEFAULT_CONCURRENCY } = options;
  await using store = await settings.openStore();
  await using compliance = await settings.complianceClient({
    rateLimiter: sharedRateLimiter({
      store,
      scope: 'compliance',
      requestsPerMinute: options.requestsPerMinute ?? configured.requestsPerMinute,
      reserve: configured.reserve ?? 0.1,
    }),
    priority: 'bulk',
  });
  await using runner = await openRunner(store, concurrency);
  signal.throwIfAborted();
  await using run = await job.start({ compliance, store, runner, join: options.join });
  const stop = (): void => void run.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const progress = output.progress();
    for await (const event of run.events()) await showEvent(event, output, progress);
    // This process still holds the lease, and releases it now.
    return { ...(await run.done), runner: null };
  } finally {
    signal.removeEventListener('abort', stop);
    output.stopProgress();
  }
}

/** With PostgreSQL, the jobs of several machines go through pg-boss. */
async function openRunner(store: Store, concurrency: number): Promise<Runner> {
  return store.kind === 'postgres'
    ? pgBossRunner({ store, concurrency })
    : localRunner({ store, concurrency });
}
