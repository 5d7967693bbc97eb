/** `parlance export`: archives an organization. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import { fingerprintOf, verifyArchive, type ExportStatus, type VerifyOptions } from '@parlance/archive';
import { readUntrustedFile } from '@parlance/files';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { addExplain } from './export-explain.js';
import { addHead } from './export-head.js';
import { exportJob, type ExportJobOptions } from '../export/export-job.js';
import { findSignedHead, type SignedHead } from '../export/head-signatures.js';
import { runExport, type RunExportOptions } from '../export/run-export.js';
import { statusFields, statusText } from '../export/show-progress.js';
import { digest, share, wholeNumber } from '../option-parsers.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';

/** Adds `parlance export`. */
export function addExport(program: Command, run: RunCommand): void {
  const group = program
    .command('export')
    .description('Archive an organization: its directory, activities, chats, messages and files.');
  addRun(group, run);
  addStatus(group, run);
  addSkip(group, run);
  addVerify(group, run);
  addHead(group, run);
  addExplain(group, run);
}

function addRun(group: Command, run: RunCommand): void {
  const command = group
    .command('run')
    .description(
      'Archive everything up to now. A run that was interrupted continues where it stopped; a later run adds what is new.',
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
    .addOption(
      new Option('--concurrency <n>', 'windows and partitions at the same time (default: 4)').argParser(
        wholeNumber(1, 1000),
      ),
    )
    .addOption(
      new Option(
        '--requests-per-minute <n>',
        'upper bound of all processes with this store (default: what the service reports, else 300)',
      ).argParser(wholeNumber(1, 1_000_000)),
    )
    .option('--join', 'help a process that runs the export already, with the same store and folder')
    .action((options: CommonOptions & RunExportOptions) =>
      run(options, (context) => exportAll(context, options)),
    );
  withSharedOptions(command, { keys: 'one', store: true, archive: true });
  withExamples(command, [
    [
      'parlance export run --archive ./archive',
      'archive everything; run it again every night for what is new',
    ],
    ['parlance export run --compress zstd --order newest-first', 'compress, and start with the last 30 days'],
  ]);
}

function addStatus(group: Command, run: RunCommand): void {
  const command = group
    .command('status')
    .description('Print the state of the export, also while it runs: what is sealed, open and failed.')
    .option('--name <name>', 'name of the export in the store (default: default)')
    .action((options: CommonOptions & ExportJobOptions) =>
      run(options, (context) => printStatus(context, options)),
    );
  withSharedOptions(command, { store: true });
  withExamples(command, [
    [
      'parlance export status --json',
      'print the state for a monitor; the exit code is 3 if something failed',
    ],
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
  withSharedOptions(command, { store: true });
  withExamples(command, [['parlance export skip assistant_chat_01ABC', 'leave out one chat']]);
}

function addVerify(group: Command, run: RunCommand): void {
  const command = group
    .command('verify')
    .description(
      'Check every file and record of an archive against its certificates. Works offline; needs no key and no store.',
    )
    .argument('[dir]', 'folder of the archive (default: --archive)')
    .addOption(
      new Option(
        '--known-head <digest>',
        'digest of a certificate that was noted elsewhere and must be part of the chain',
      ).argParser(digest),
    )
    .addOption(
      new Option(
        '--since <digest>',
        'digest of a certificate that was noted when all before it was checked: check the records since then',
      ).argParser(digest),
    )
    .option('--signer <file>', 'public key that has signed a certificate: see parlance export head')
    .option('--chat <id>', 'check the records of one chat')
    .addOption(
      new Option('--sample <share>', 'check the records of a random share, for example 0.1').argParser(share),
    )
    .action((dir: string | undefined, options: VerifyCommandOptions) =>
      run(options, (context) => verify(context, dir, options), READS_ONLY),
    );
  withSharedOptions(command, { archive: true, ...READS_ONLY });
  withExamples(command, [
    ['parlance export verify ./archive', 'check an archive; the exit code is 3 if something does not match'],
    [
      'parlance export verify --known-head 9f2c... --json',
      'also find certificates that were removed from the end',
    ],
    [
      'parlance export verify --since 9f2c...',
      'check what was added since that certificate was the last one',
    ],
  ]);
}

interface VerifyCommandOptions
  extends CommonOptions, Pick<VerifyOptions, 'knownHead' | 'since' | 'chat' | 'sample'> {
  readonly signer?: string | undefined;
}

async function exportAll(context: CommandContext, options: RunExportOptions): Promise<ExitCode> {
  const status = await runExport(context, options);
  await context.output.result('status', statusFields(status), statusText(status));
  return hasFailures(status) || status.state !== 'done' ? EXIT_CODES.problems : EXIT_CODES.ok;
}

async function printStatus(
  { settings, output }: CommandContext,
  options: ExportJobOptions,
): Promise<ExitCode> {
  await using store = await settings.openExistingStore();
  const status = await exportJob(settings, options).status({ store });
  await output.result('status', statusFields(status), statusText(status));
  return hasFailures(status) || status.problem !== null ? EXIT_CODES.problems : EXIT_CODES.ok;
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

/** Most messages start with the path. */
function problemText({ path: file, message }: { readonly path: string; readonly message: string }): string {
  return message.startsWith(file) ? message : `${file}: ${message}`;
}

const MAX_KEY_BYTES = 16_384;
const LEFTOVER = 'is left over from an interrupted run: no record names it. It can be removed.';

async function verify(
  { settings, output, signal, cwd }: CommandContext,
  dir: string | undefined,
  { knownHead, signer, since, chat, sample, archive }: VerifyCommandOptions,
): Promise<ExitCode> {
  if (dir === '') throw new CommandError('invalid_arguments', 'DIR must not be empty.');
  if (dir !== undefined && archive !== undefined)
    throw new CommandError('invalid_arguments', 'DIR and --archive cannot be combined.');
  const folder = dir === undefined ? settings.archive : path.resolve(cwd, dir);
  if (signer !== undefined && knownHead !== undefined)
    throw new CommandError('invalid_arguments', '--signer and --known-head cannot be combined.');
  const signed = signer === undefined ? undefined : await requireSigned(folder, path.resolve(cwd, signer));
  const progress = output.progress();
  const result = await verifyArchive(folder, {
    signal,
    knownHead: signed?.head ?? knownHead,
    since,
    chat,
    sample,
    onProgress: ({ certificates, totalCertificates, records, files, bytes }) => {
      const text = countsText({ certificates, records, files });
      const fields = { certificates, total_certificates: totalCertificates, records, files, bytes };
      void progress.update({ done: certificates, total: totalCertificates ?? undefined, text, fields });
    },
  });
  output.stopProgress();
  const { ok, isComplete, certificates, records, files, head, problems, omittedProblems, leftovers, erased } =
    result;
  for (const problem of problems) await output.result('problem', problem, problemText(problem));
  for (const { path: file, record, message } of erased)
    await output.result('erased', { path: file, ...record }, message);
  for (const leftover of leftovers)
    await output.result('leftover', { path: leftover }, `${leftover} ${LEFTOVER}`);
  const found = problems.length + omittedProblems;
  const counts = countsText({ certificates, records, files });
  const scope = isComplete ? 'matches' : 'was checked in part, and this part matches';
  const text = ok
    ? [
        `${folder} ${scope} its certificates: ${counts}`,
        ...(signed === undefined ? [] : [`Certificate ${signed.certificate} was signed with ${signed.key}`]),
        `Last certificate: ${head ?? 'none'}`,
        '  Note it elsewhere, and pass it as --known-head or --since later.',
      ]
    : `${folder} has ${count(found, 'problem')}: ${counts}`;
  await output.result(
    'summary',
    {
      ok,
      is_complete: isComplete,
      archive: folder,
      certificates,
      records,
      files,
      head,
      signed,
      problems: found,
    },
    text,
  );
  return ok ? EXIT_CODES.ok : EXIT_CODES.problems;
}

async function requireSigned(folder: string, signer: string): Promise<SignedHead & { readonly key: string }> {
  const key = fingerprintOf(await readUntrustedFile(signer, { maxBytes: MAX_KEY_BYTES }));
  const signed = await findSignedHead(folder, key);
  if (signed !== undefined) return { ...signed, key };
  throw new CommandError('not_signed', `${folder} has no signature of ${key} beside it.`, {
    exitCode: EXIT_CODES.problems,
    hint: 'Sign the archive with parlance export head --sign KEY, or bring its .sig files.',
  });
}

function countsText(counts: { certificates: number; records: number; files: number }): string {
  return [
    count(counts.certificates, 'certificate'),
    count(counts.records, 'record'),
    count(counts.files, 'file'),
  ].join(', ');
}
