/** How long an export takes, for `explain` and before the first request of a first run. */
import { ExportError, type ExplainOptions, type ExportJob } from '@parlance/archive';
import type { ComplianceClient } from '@parlance/compliance';
import type { Store } from '@parlance/durable';
import { CommandError } from '../command-error.js';
import type { Settings } from '../config/settings.js';
import { EXIT_CODES } from '../exit-codes.js';
import { durationText } from './show-progress.js';

/** A first run that takes longer needs `--yes`. */
export const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(10_000, 0);
/** Longest wait for a request of the estimate. */
const BRIEF_MS = 5_000;

/** The rate limit that an export may use. */
export type ExportPace = Required<Pick<ExplainOptions, 'reserve'>> &
  Pick<ExplainOptions, 'requestsPerMinute'>;

/** Returns the rate limit for `explain` and `run`. */
export function paceOf(settings: Settings, requestsPerMinute: number | undefined): ExportPace {
  const { requestsPerMinute: configured, reserve = 0.1 } = settings.config.export ?? {};
  return { requestsPerMinute: requestsPerMinute ?? configured, reserve };
}

/** Returns a duration, and its end if it starts now or in so many days. */
export function timeText(days: number, startInDays = 0): string {
  const endMs = Date.now() + (startInDays + days) * DAY_MS;
  const end = endMs < LAST_MS ? `until ${new Date(endMs).toISOString().slice(0, 10)}` : 'after the year 9999';
  return `${durationText(days * DAY_MS)}, ${end}`;
}

/**
 * Refuses a first run that takes too long, or later runs that do not fit into the rate limit. Other errors of the estimate refuse nothing: the run
 * waits for the service, and reports them itself.
 *
 * @throws {CommandError} With code `long_first_run`.
 */
export async function requireShortRun(
  job: Pick<ExportJob, 'status' | 'explain'>,
  {
    store,
    compliance,
    pace,
  }: { readonly store: Store; readonly compliance: ComplianceClient; readonly pace: ExportPace },
): Promise<void> {
  const started = await job.status({ store }).catch((error: unknown) => {
    if (!ExportError.is(error)) throw error;
  });
  if (started !== undefined) return;
  const brief = compliance.withOptions({ timeouts: { totalMs: BRIEF_MS }, retry: { maxRetries: 0 } });
  const problem = await job.explain({ compliance: brief, ...pace }).then(
    ({ first: { days } }) => (days > MOST_DAYS ? `The first run takes about ${timeText(days)}.` : undefined),
    (error: unknown) => (ExportError.is(error) ? error.message : undefined),
  );
  if (problem === undefined) return;
  throw new CommandError('long_first_run', problem, {
    hint: 'See parlance export explain, and ask for a higher limit or export less. Add --yes to start it.',
    exitCode: EXIT_CODES.refused,
  });
}
