/** Runs an export until it is complete or stopped. */
import path from 'node:path';
import type { ExportStatus } from '@parlance/archive';
import { localRunner, pgBossRunner, sharedRateLimiter, type Runner, type Store } from '@parlance/durable';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { DEFAULT_CONCURRENCY, exportJob, type ExportJobOptions } from './export-job.js';
import { paceOf, requireShortRun } from './forecast.js';
import type { MetricsAddress } from '../option-parsers.js';
import { reportMetrics, serveMetrics } from './report-run.js';
import { showEvent } from './show-progress.js';

/** Options of `parlance export run`, besides those of the definition. */
export interface RunExportOptions extends ExportJobOptions {
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly join?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly maxWait?: number | undefined;
  /** In seconds. */
  readonly followersWait?: number | undefined;
  readonly metricsFile?: string | undefined;
  readonly metricsPort?: MetricsAddress | undefined;
}

/**
 * Runs the export. Resolves with its state; an interruption stops it cleanly.
 *
 * @throws {CommandError} With code `service_unavailable` when the service was unavailable for longer than `maxWait` seconds.
 */
export async function runExport(context: CommandContext, options: RunExportOptions): Promise<ExportStatus> {
  const { settings, output, signal, cwd } = context;
  const job = exportJob(settings, options);
  const configured = settings.config.export ?? {};
  const { concurrency = configured.concurrency ?? DEFAULT_CONCURRENCY } = options;
  const pace = paceOf(settings, options.requestsPerMinute);
  await using store = await settings.openStore();
  const rateLimiter = sharedRateLimiter({ store, scope: 'compliance', ...pace });
  await using compliance = await settings.complianceClient({ rateLimiter, priority: 'bulk' });
  const readStatus = (): Promise<ExportStatus> => job.status({ store });
  await using _metrics =
    options.metricsPort === undefined
      ? undefined
      : await serveMetrics(options.metricsPort, readStatus, output);
  if (options.yes !== true) await requireShortRun(job, { store, compliance, pace });
  await using runner = await openRunner(store, concurrency);
  signal.throwIfAborted();
  const followersWaitMs = options.followersWait === undefined ? undefined : options.followersWait * 1_000;
  const { join } = options;
  await using run = await job.start({ compliance, store, runner, join, followersWaitMs, ...pace });
  const stop = (): void => void run.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const progress = output.progress();
    let unavailable: CommandError | undefined;
    for await (const event of run.events()) {
      await showEvent(event, output, progress);
      if (event.type !== 'waiting' || event.waitedMs + event.waitMs <= (options.maxWait ?? Infinity) * 1_000)
        continue;
      unavailable = unavailableFor(event.waitedMs, event.error);
      stop();
    }
    const status = await run.done;
    if (unavailable !== undefined && status.state !== 'done') throw unavailable;
    // This process still holds the lease, and releases it now.
    return { ...status, runner: null };
  } finally {
    signal.removeEventListener('abort', stop);
    output.stopProgress();
    if (options.metricsFile !== undefined)
      await reportMetrics(path.resolve(cwd, options.metricsFile), readStatus, output);
  }
}

function unavailableFor(waitedMs: number, { message }: Error): CommandError {
  const seconds = Math.round(waitedMs / 1_000);
  return new CommandError('service_unavailable', `Stopped after waiting for ${seconds} s: ${message}`, {
    hint: 'Run the same command again to continue.',
    exitCode: EXIT_CODES.waiting,
  });
}

/** With PostgreSQL, the jobs of several machines go through pg-boss. */
async function openRunner(store: Store, concurrency: number): Promise<Runner> {
  return store.kind === 'postgres'
    ? pgBossRunner({ store, concurrency })
    : localRunner({ store, concurrency });
}
