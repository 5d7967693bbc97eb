/** `parlance export head`: the last certificate of an archive, and signatures over it. */
import path from 'node:path';
import type { Command } from 'commander';
import { ARCHIVE_NAMESPACE, openArchive } from '@parlance/archive';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError, invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { writeHeadSignature } from '../export/head-signatures.js';
import { readSignature, signWithSshKeygen, signingCommand } from '../retention/ssh-keygen.js';
import { withSharedOptions } from '../shared-options.js';

interface HeadOptions extends CommonOptions {
  readonly sign?: string | undefined;
  readonly signature?: string | undefined;
}

/** Adds `parlance export head`. */
export function addHead(group: Command, run: RunCommand): void {
  const command = group
    .command('head')
    .description(
      'Print the digest of the last certificate, and sign it, so that others can check later that the archive had it. Verify the archive first.',
    )
    .option('--sign <key>', 'sign with this key of OpenSSH, by calling ssh-keygen')
    .option('--signature <file>', 'use a signature that ssh-keygen made elsewhere')
    .action((options: HeadOptions) => run(options, (context) => head(context, options), READS_ONLY));
  withSharedOptions(command, { archive: true, ...READS_ONLY }, [
    ['parlance export head', 'print the digest, and how to sign it'],
    ['parlance export head --sign ~/.ssh/id_ed25519', 'sign it; the signature is written beside the archive'],
    ['parlance export verify --signer ~/.ssh/id_ed25519.pub', 'check the archive and the signature'],
  ]);
}

async function head(
  { settings, output, cwd }: CommandContext,
  { sign, signature }: HeadOptions,
): Promise<ExitCode> {
  if (sign !== undefined && signature !== undefined)
    throw invalidArguments('Set only one of --sign and --signature.');
  const { manifest } = await openArchive(settings.archive);
  if (manifest.head === null)
    throw new CommandError('nothing_certified', `${settings.archive} has no certificate yet.`, {
      exitCode: EXIT_CODES.failed,
    });
  const last = { certificate: manifest.certificates, head: manifest.head };
  await output.result('head', last, `Certificate ${last.certificate}: ${last.head}`);
  const signed = { digest: last.head, namespace: ARCHIVE_NAMESPACE };
  if (sign === undefined && signature === undefined) {
    output.note([
      'To sign it, add --sign KEY. Or sign it elsewhere, and add --signature FILE:',
      `  ${signingCommand(signed)}`,
    ]);
    return EXIT_CODES.ok;
  }
  const text =
    sign === undefined
      ? await readSignature(path.resolve(cwd, signature ?? ''))
      : await signWithSshKeygen(path.resolve(cwd, sign), signed);
  const written = await writeHeadSignature(settings.archive, last, text);
  await output.result('signature', written, `Signed with ${written.key}: ${written.file}`);
  return EXIT_CODES.ok;
}
