/** `parlance export verify`: checks an archive against its certificates. */
import path from 'node:path';
import type { Command } from 'commander';
import { fingerprintOf, verifyArchive, type VerificationResult, type VerifyOptions } from '@parlance/archive';
import { readUntrustedFile } from '@parlance/files';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError, invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { findSignedHead, type SignedHead } from '../export/head-signatures.js';
import { digest, share } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';

/** Adds `parlance export verify`. */
export function addVerify(group: Command, run: RunCommand): void {
  const command = group
    .command('verify')
    .description(
      'Check every file and record of an archive against its certificates. Works offline, without a key or a store.',
    )
    .argument('[dir]', 'folder of the archive (default: --archive)')
    .option(
      '--known-head <digest>',
      'digest of a certificate that was noted elsewhere and must be part of the chain',
      digest,
    )
    .option(
      '--since <digest>',
      'digest of a certificate that was noted when all before it was checked: check the records since then',
      digest,
    )
    .option('--signer <file>', 'public key that has signed a certificate: see parlance export head')
    .option('--chat <id>', 'check the records of one chat')
    .option('--sample <share>', 'check the records of a random share, for example 0.1', share)
    .action((dir: string | undefined, options: VerifyCommandOptions) =>
      run(options, (context) => verify(context, dir, options), READS_ONLY),
    );
  withSharedOptions(command, { archive: true, ...READS_ONLY }, [
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

/** A certificate that was signed, and with which key. */
type CheckedSignature = SignedHead & { readonly key: string };

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
  if (dir === '') throw invalidArguments('DIR must not be empty.');
  if (dir !== undefined && archive !== undefined)
    throw invalidArguments('DIR and --archive cannot be combined.');
  const folder = dir === undefined ? settings.archive : path.resolve(cwd, dir);
  if (signer !== undefined && knownHead !== undefined)
    throw invalidArguments('--signer and --known-head cannot be combined.');
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
  return report(output, folder, { ...result, signed: signed ?? null });
}

async function report(
  output: Output,
  folder: string,
  result: VerificationResult & { readonly signed: CheckedSignature | null },
): Promise<ExitCode> {
  const { ok, isComplete, certificates, records, files, head, signed } = result;
  const { problems, omittedProblems, leftovers, erased } = result;
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
        ...(signed === null ? [] : [`Certificate ${signed.certificate} was signed with ${signed.key}`]),
        `Last certificate: ${head ?? 'none'}`,
        '  Note it elsewhere, and pass it as --known-head or --since later.',
      ]
    : `${folder} has ${count(found, 'problem')}: ${counts}`;
  const verified = { ok, is_complete: isComplete, archive: folder };
  const fields = { ...verified, certificates, records, files, head, signed, problems: found };
  await output.result('summary', fields, text);
  return ok ? EXIT_CODES.ok : EXIT_CODES.problems;
}

async function requireSigned(folder: string, signer: string): Promise<CheckedSignature> {
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
