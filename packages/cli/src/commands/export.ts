/** `parlance export`: archives an organization. */
import { Option, type Command } from 'commander';
import type { ExportStatus } from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { addExplain } from './export-explain.js';
import { addFollower } from './export-follower.js';
import { addHead } from './export-head.js';
import { addVerify } from './export-verify.js';
import { exportJob, type ExportJobOptions } from '../export/export-job.js';
import { sendHeartbeat } from '../export/report-run.js';
import { runExport, type RunExportOptions } from '../export/run-export.js';
import { statusFields, statusText } from '../export/show-progress.js';
import { duration, metricsAddress, wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';

interface ExportRunOptions extends CommonOptions, RunExportOptions {
  readonly maxWait?: number | undefined;
  readonly heartbeatUrl?: string | undefined;
}

interface StatusOptions extends CommonOptions, ExportJobOptions {
  /** In milliseconds. */
  readonly maxAge?: number | undefined;
}

/** Adds `parlance export`. */
export function addExport(program: Command, run: RunCommand): void {
  const group = program
    .command('export')
    .description('Archive an organization: its directory, activities, chats, messages and files.');
  addRun(group, run);
  addStatus(group, run);
  addSkip(group, run);
  addFollower(group, run);
  addVerify(group, run);
  addHead(group, run);
  addExplain(group, run);
}

function addRun(group: Command, run: RunCommand): void {
  const command = group
    .command('run')
    .description(
      'Archive everything up to now. An interrupted run continues where it stopped, and a later run adds new records.',
    )
    .option('--name <name>', 'name of the export in the store (default: default)')
    .option(
      '--search-file <file>',
      'also write a database for parlance search (default: $PARLANCE_SEARCH_FILE)',
    )
    .addOption(new Option('--compress <method>', 'compress the files of the archive').choices(['zstd']))
    .addOption(
      new Option('--order <order>', 'what to read first (default: people-first)').choices([
        'people-first',
        'newest-first',
      ]),
    )
    .option('--concurrency <n>', 'windows and partitions at the same time (default: 4)', wholeNumber(1, 1000))
    .option(
      '--requests-per-minute <n>',
      'upper bound of all processes with this store (default: what the service reports, else 300)',
      wholeNumber(1, 1_000_000),
    )
    .option('-y, --yes', 'start a first run that takes longer than 30 days')
    .option('--join', 'help a process that runs the export already, with the same store and folder')
    .action((options: ExportRunOptions) => run(options, (context) => exportAll(context, options)));
  addReports(command);
  withSharedOptions(command, { keys: 'one', store: true, archive: true }, [
    [
      'parlance export run --archive ./archive',
      'archive everything; run it again every night for what is new',
    ],
    [
      'parlance export run --quiet --max-wait 3600 --metrics-file /var/lib/metrics/parlance.prom',
      'run it from a timer: the exit code is 5 if the service was unavailable for an hour',
    ],
    ['parlance export run --compress zstd --order newest-first', 'compress, and start with the last 30 days'],
  ]);
}

/** Options for collectors and monitoring. */
function addReports(command: Command): void {
  command
    .option(
      '--followers-wait <seconds>',
      'longest wait for collectors once the archive is complete (default: 60)',
      wholeNumber(0, 86_400),
    )
    .option('--metrics-file <file>', 'write the state as metrics of Prometheus, for its textfile collector')
    .option(
      '--metrics-port <port>',
      'serve the metrics on this machine while it runs; with a host, as 0.0.0.0:9464, on others too',
      metricsAddress,
    )
    .option(
      '--heartbeat-url <url>',
      'send a GET request once everything was archived (default: $PARLANCE_HEARTBEAT_URL)',
    );
}

function addStatus(group: Command, run: RunCommand): void {
  const command = group
    .command('status')
    .description('Print the state of the export, also while it runs: what is sealed, open and failed.')
    .option('--name <name>', 'name of the export in the store (default: default)')
    .option(
      '--max-age <time>',
      'longest time since the bound of the last complete run, for example 26h; if it is longer, the exit code is 3',
      duration,
    )
    .action((options: StatusOptions) => run(options, (context) => printStatus(context, options)));
  withSharedOptions(command, { store: true }, [
    [
      'parlance export status --json',
      'print the state for a monitor; the exit code is 3 if something failed',
    ],
    ['parlance export status --max-age 26h', 'check that the export of last night is complete'],
  ]);
}

function addSkip(group: Command, run: RunCommand): void {
  const command = group
    .command('skip')
    .description(
      'Leave out chats and files that cannot be read. The next run records them as skipped and seals their units.',
    )
    .argument('<ids...>', 'ids from parlance export status')
    .option('--name <name>', 'name of the export in the store (default: default)')
    .action((ids: readonly string[], options: CommonOptions & ExportJobOptions) =>
      run(options, (context) => skip(context, ids, options)),
    );
  withSharedOptions(command, { store: true }, [
    ['parlance export skip assistant_chat_01ABC', 'leave out one chat'],
  ]);
}

async function exportAll(context: CommandContext, options: ExportRunOptions): Promise<ExitCode> {
  const { output, env } = context;
  const status = await runExport(context, options);
  await output.result('status', statusFields(status), statusText(status));
  if (hasFailures(status) || status.state !== 'done') return EXIT_CODES.problems;
  const heartbeat = options.heartbeatUrl ?? env['PARLANCE_HEARTBEAT_URL'];
  if (heartbeat) await sendHeartbeat(heartbeat, output);
  return isBehind(status) ? EXIT_CODES.problems : EXIT_CODES.ok;
}

async function printStatus({ settings, output }: CommandContext, options: StatusOptions): Promise<ExitCode> {
  await using store = await settings.openExistingStore();
  const status = await exportJob(settings, options).status({ store });
  await output.result('status', statusFields(status), statusText(status));
  const ageMs = status.completedTo === null ? Infinity : Date.now() - Date.parse(status.completedTo);
  const isOld = options.maxAge !== undefined && ageMs > options.maxAge;
  const until = status.completedTo ?? 'no run';
  if (isOld) await output.warning('too_old', `The last complete run is older than --max-age: ${until}.`);
  // While it runs, followers are behind most of the time.
  const isLate = status.state === 'done' && isBehind(status);
  const isProblem = isOld || isLate || hasFailures(status) || status.problem !== null;
  return isProblem ? EXIT_CODES.problems : EXIT_CODES.ok;
}

/** Whether a follower lacks something, and nobody has paused it. */
function isBehind({ followers }: ExportStatus): boolean {
  return followers.some(({ pending, paused }) => pending > 0 && !paused);
}

function hasFailures({ failures }: ExportStatus): boolean {
  return failures.some(({ skipped }) => !skipped);
}

async function skip(
  { settings, output }: CommandContext,
  ids: readonly string[],
  options: ExportJobOptions,
): Promise<ExitCode> {
  await using store = await settings.openExistingStore();
  const skipped = await exportJob(settings, options).skip({ store, ids });
  await output.result('summary', { skipped }, `${count(skipped, 'item')} will be skipped by the next run`);
  return EXIT_CODES.ok;
}
