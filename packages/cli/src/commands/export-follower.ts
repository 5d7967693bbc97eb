/** `parlance export follower`: one follower of an export. */
import type { Command } from 'commander';
import type { FollowerDay } from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { exportJob, type ExportJobOptions } from '../export/export-job.js';
import { deliveryText, followerText } from '../export/show-progress.js';
import { instant } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { shown } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';

interface FollowerCommandOptions extends CommonOptions, ExportJobOptions {
  readonly pause?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly replayFrom?: string | undefined;
}

/** Adds `parlance export follower`. */
export function addFollower(group: Command, run: RunCommand): void {
  const command = group
    .command('follower')
    .description(
      'Print what a sink has received of the archive, day by day, and pause, resume or replay it. Changes take effect in a run.',
    )
    .argument('<follower>', 'name of the sink, from parlance export status')
    .option('--name <name>', 'name of the export in the store (default: default)')
    .option('--pause', 'deliver nothing until it is resumed')
    .option('--resume', 'deliver again')
    .option('--replay-from <time>', 'deliver again what was sealed on this UTC day and later', instant)
    .action((follower: string, options: FollowerCommandOptions) =>
      run(options, (context) => showFollower(context, follower, options)),
    );
  withSharedOptions(command, { store: true }, [
    ['parlance export follower http', 'print what was delivered against what was sealed'],
    ['parlance export follower http --replay-from 2026-06-02', 'send everything since 2 June again'],
  ]);
}

async function showFollower(
  { settings, output }: CommandContext,
  follower: string,
  options: FollowerCommandOptions,
): Promise<ExitCode> {
  const { pause = false, resume = false, replayFrom } = options;
  if (pause && resume) throw invalidArguments('--pause and --resume cannot be combined.');
  await using store = await settings.openExistingStore();
  const job = exportJob(settings, options);
  const paused = pause || resume ? pause : undefined;
  const { days, ...status } = await job.follower({ store, follower, paused, replayFrom });
  for (const day of days) await output.result('follower_day', day, [dayText(day)]);
  await output.result('follower', snakeKeys(status), followerText(status));
  return EXIT_CODES.ok;
}

function dayText(day: FollowerDay): string {
  const state = day.complete ? 'complete' : 'not complete';
  return `${day.day}: ${shown(day.listed)} listed, ${deliveryText(day.delivered, day.left_out, day.rejected)}; ${state}`;
}
