/** What a run of an export prints. */
import type {
  ExportEvent,
  ExportForecast,
  ExportStatus,
  FollowerStatus,
  UnitCounts,
} from '@parlance/archive';
import { count, shown } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';
import type { Progress, ProgressState } from '../terminal/progress.js';
import { snakeKeys } from '../terminal/snake-keys.js';

/** Prints an event of a run. */
export async function showEvent(event: ExportEvent, output: Output, progress: Progress): Promise<void> {
  switch (event.type) {
    case 'started': {
      const until = event.bound === null ? '' : ` up to ${event.bound}`;
      const what = event.joined ? 'Joining' : event.resumed ? 'Resuming' : 'Starting';
      output.note(`${what} run ${event.run}${until}`);
      const { type, ...fields } = event;
      return output.event(type, fields);
    }
    case 'follower':
      if (event.follower.problem !== null) output.note(followerText(event.follower));
      return output.event('follower', snakeKeys(event.follower));
    case 'progress':
      return progress.update(progressState(event));
    case 'sealed': {
      const { unit, sequence, counts } = event.certificate;
      return output.event('sealed', { unit: unit.name, revision: unit.revision, sequence, counts });
    }
    case 'failed':
      output.note(`${event.failure.kind} ${event.failure.id}: ${event.failure.message}`);
      return output.event('failed', snakeKeys(event.failure));
    case 'waiting': {
      const { waitMs, error } = event;
      const { code, message } = error;
      output.note(`${message}; trying again in ${Math.ceil(waitMs / 1000)} s`);
      const waitedMs = Math.round(event.waitedMs);
      return output.event('waiting', snakeKeys({ code, message, waitMs, waitedMs }));
    }
    default:
      // The end is reported with the state of the export.
      return undefined;
  }
}

function progressState(event: Extract<ExportEvent, { readonly type: 'progress' }>): ProgressState {
  const { windows, partitions, records, lateRecords, requestsPerMinute, remainingMs } = event;
  const done = windows.sealed + partitions.sealed;
  const total = totalOf(windows) + totalOf(partitions);
  const parts = [
    `${shown(windows.sealed)}/${shown(totalOf(windows))} windows`,
    `${shown(partitions.sealed)}/${shown(totalOf(partitions))} partitions`,
    `${shown(records)} records`,
    ...(remainingMs === 0 ? [] : [`${durationText(remainingMs)} left`]),
  ];
  const fields = snakeKeys({ windows, partitions, records, lateRecords, requestsPerMinute, remainingMs });
  return { done, total, text: parts.join(', '), fields };
}

/** The state of an export, as fields of a JSON line. */
export function statusFields(status: ExportStatus): object {
  const { failures, followers, forecast } = status;
  return {
    ...snakeKeys(status),
    followers: followers.map(snakeKeys),
    forecast: forecast === null ? null : snakeKeys(forecast),
    failures: failures.map(snakeKeys),
  };
}

/** The state of an export, for people. */
export function statusText(status: ExportStatus): readonly string[] {
  const { name, state, run, bound, runner, problem, windows, partitions, failures } = status;
  const lines = [
    `Export ${name}: ${state}${runner === null ? '' : ` (${runner})`}, run ${run}${bound === null ? '' : ` up to ${bound}`}`,
    ...(problem === null ? [] : [`Stopped: ${problem}`]),
    `Windows of activities: ${countsText(windows)}`,
    `Partitions of users:   ${countsText(partitions)}`,
    `${shown(status.records)} records (${shown(status.lateRecords)} found late), ${shown(status.certificates)} certificates`,
    ...(status.forecast === null ? [] : [forecastText(status.forecast)]),
    ...status.followers.map(followerText),
    ...failures.map(
      ({ kind, id, unit, message, skipped }) =>
        `${skipped ? 'Left out' : 'Failed'}: ${kind} ${id} in ${unit}: ${message}`,
    ),
  ];
  if (state === 'paused') lines.push('Continue with: parlance export run');
  if (failures.some(({ skipped }) => !skipped))
    lines.push(
      'The next run tries them again. Leave out what cannot be read with: parlance export skip ID...',
    );
  return lines;
}

/** The state of a follower, for people. */
export function followerText(follower: FollowerStatus): string {
  const { name, paused, pending, pendingSince, problem, delivered, leftOut, rejected } = follower;
  const behind = `${count(pending, 'certificate')} behind, sealed since ${pendingSince}`;
  const state = [
    ...(paused ? ['paused'] : []),
    pending === 0 ? 'has everything' : behind,
    ...(problem === null || pending === 0 ? [] : [problem]),
  ];
  return `Follower ${name}: ${deliveryText(delivered, leftOut, rejected)}; ${state.join('; ')}`;
}

/** Counts of records: `86,412 delivered, 3 rejected`. */
export function deliveryText(delivered: number, leftOut: number, rejected: number): string {
  const left = leftOut === 0 ? '' : `, ${shown(leftOut)} left out`;
  return `${shown(delivered)} delivered${left}, ${shown(rejected)} rejected`;
}

function forecastText({ madeAt, endsAt, endedAt, sent, requests, error }: ExportForecast): string {
  const from = Date.parse(madeAt);
  const expected = durationText(Date.parse(endsAt) - from);
  if (endedAt === null || error === null)
    return `Forecast: ${expected}, until ${endsAt}; ${shown(sent)} of ${shown(requests)} requests are sent`;
  const took = durationText(Date.parse(endedAt) - from);
  if (took === expected) return `Forecast: ${expected}, as long as it took`;
  const wrong = `${Math.round(Math.abs(error) * 100)} % too ${error > 0 ? 'long' : 'short'}`;
  return `Forecast: ${expected}; took ${took}, so the forecast was ${wrong}`;
}

function countsText({ sealed, open, failed }: UnitCounts): string {
  return `${shown(sealed)} sealed, ${shown(open)} open, ${shown(failed)} failed`;
}

function totalOf({ sealed, open, failed }: UnitCounts): number {
  return sealed + open + failed;
}

/** A duration in its two largest units, for example `3 h 20 min`. */
export function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
