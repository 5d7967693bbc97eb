/** `parlance retention approve`: a person signs a plan, on a machine of their own. */
import path from 'node:path';
import type { Command } from 'commander';
import { PLAN_NAMESPACE, readRetentionPlan } from '@parlance/archive';
import { readUntrustedFile } from '@parlance/files';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { planFields, planText } from '../retention/plan-text.js';
import { signPlan, writeSignature } from '../retention/plan-signatures.js';
import { signingCommand } from '../retention/ssh-keygen.js';
import { withExamples, withSharedOptions } from '../shared-options.js';

interface ApproveOptions extends CommonOptions {
  readonly sign?: string | undefined;
  readonly signature?: string | undefined;
}

const MAX_BYTES = 65_536;

/** Adds `parlance retention approve`. */
export function addApprove(group: Command, run: RunCommand): void {
  const command = group
    .command('approve')
    .description(
      'Show a plan, and sign it. Needs the file of the plan only: no store, no archive, no service. The signature is written beside the plan.',
    )
    .argument('<file>', 'file of the plan')
    .option('--sign <key>', 'sign with this key of OpenSSH, by calling ssh-keygen')
    .option('--signature <file>', 'use a signature that ssh-keygen made elsewhere')
    .action((file: string, options: ApproveOptions) =>
      run(options, (context) => approve(context, file, options), READS_ONLY),
    );
  withSharedOptions(command, { findsPrograms: false });
  withExamples(command, [
    ['parlance retention approve plan.jsonl', 'show what the plan deletes, and how to sign it'],
    ['parlance retention approve plan.jsonl --sign ~/.ssh/id_ed25519', 'approve it'],
  ]);
}

async function approve(
  { output, cwd }: CommandContext,
  file: string,
  { sign, signature }: ApproveOptions,
): Promise<ExitCode> {
  if (sign !== undefined && signature !== undefined)
    throw new CommandError('invalid_arguments', 'Set only one of --sign and --signature.');
  const plan = await readRetentionPlan(path.resolve(cwd, file));
  await output.result('plan', planFields(plan), planText(plan));
  if (sign === undefined && signature === undefined) {
    const command = signingCommand({ digest: plan.digest, namespace: PLAN_NAMESPACE });
    output.note([
      'To approve it, add --sign KEY. Or sign it elsewhere, and add --signature FILE:',
      `  ${command}`,
    ]);
    return EXIT_CODES.ok;
  }
  const written =
    sign === undefined
      ? await writeSignature(plan, await readSignature(path.resolve(cwd, signature ?? '')))
      : await signPlan(plan, { key: sign, cwd, maker: false });
  const text = `Signed with ${written.key}. Send ${written.file} to the person who applies the plan.`;
  await output.result('approval', { ...written, plan: plan.digest }, text);
  return EXIT_CODES.ok;
}

function readSignature(file: string): Promise<string> {
  return readUntrustedFile(file, { maxBytes: MAX_BYTES });
}
