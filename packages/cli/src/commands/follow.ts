/** `parlance follow`: activities as they happen. */
import type { Command } from 'commander';
import { followActivities, ocsf, type FollowOptions, type RecordMapping, type Sink } from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { durationText, instant } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import type { Output } from '../terminal/output.js';
import { printableJson } from '../terminal/printable.js';

interface FollowCommandOptions
  extends CommonOptions, Pick<FollowOptions, 'name' | 'from' | 'until' | 'lag' | 'interval'> {
  readonly to?: string | undefined;
  readonly ocsf?: boolean | undefined;
}

/** Adds `parlance follow`. */
export function addFollow(program: Command, run: RunCommand): void {
  const command = program
    .command('follow')
    .description(
      'Print activities as JSON lines within seconds, or send them to a sink of the configuration and print those that it rejects. Needs no archive.',
    )
    .option('--to <sink>', 'name of a sink in export.sinks of the configuration')
    .option('--ocsf', 'print events of OCSF')
    .option('--name <name>', 'name under which the store remembers what was delivered (default: default)')
    .option('--from <time>', 'where the first start begins (default: now)', instant)
    .option('--until <time>', 'where it ends (default: never)', instant)
    .option('--lag <time>', 'how late an activity may become visible (default: 5s)', durationText)
    .option('--interval <time>', 'time between two requests (default: 10s)', durationText)
    .action((options: FollowCommandOptions) => run(options, (context) => follow(context, options)));
  withSharedOptions(command, { keys: 'one', store: true }, [
    ['parlance follow --ocsf | vector', 'pipe events into another program'],
    ['parlance follow --to siem >> rejected.ndjson', 'send them, and keep what is rejected'],
  ]);
}

async function follow(context: CommandContext, options: FollowCommandOptions): Promise<ExitCode> {
  const { settings, output, signal } = context;
  if (options.to !== undefined && options.ocsf === true)
    throw invalidArguments('--ocsf is for printing: a sink has a mapping of its own.');
  const sink = options.to === undefined ? printing(output, options) : configured(context, options.to);
  await using store = await settings.openStore();
  await using compliance = await settings.complianceClient({ priority: 'normal' });
  await followActivities({
    ...options,
    compliance,
    store,
    sink,
    signal,
    onRejected: ({ record: _record, ...rejection }) =>
      output.result('rejected', rejection, printableJson(rejection)),
    onWaiting: ({ error, waitMs }) =>
      output.note(`${(error as Error).message}; trying again in ${Math.ceil(waitMs / 1000)} s`),
  });
  signal.throwIfAborted();
  return EXIT_CODES.ok;
}

function configured({ settings }: CommandContext, name: string): Sink {
  const sinks = settings.config.export?.sinks ?? [];
  const sink = sinks.find((one) => one.name === name);
  if (sink !== undefined) return sink;
  const names = sinks.map((one) => one.name).join(', ') || 'it has none';
  throw invalidArguments(`--to must be a sink of the configuration: ${names}.`);
}

/** A sink that prints lines. */
function printing(output: Output, options: FollowCommandOptions): Sink {
  const map: RecordMapping = options.ocsf === true ? ocsf() : ({ body }) => body;
  return {
    name: 'stdout',
    kinds: ['activity'],
    probe: () => Promise.resolve(),
    open: async ({ exportName }) => ({
      begin: async (unit) => ({
        write: async (records) => {
          for (const record of records) {
            const mapped = map(record, { id: record.id, exportName, unit }) ?? [];
            for (const item of [mapped].flat()) await output.result('item', { item }, printableJson(item));
          }
        },
        commit: () => Promise.resolve(null),
        abort: () => Promise.resolve(),
      }),
      close: () => Promise.resolve(),
    }),
  };
}
