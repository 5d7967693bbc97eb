/** `parlance retention approve` and `parlance org approve`: a person signs a plan, on a machine of their own. */
import path from 'node:path';
import type { Command } from 'commander';
import { PLAN_NAMESPACE } from '@parlance/archive';
import { READS_ONLY, type CommandContext, type CommonOptions, type RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { signPlan, writeSignature } from '../retention/plan-signatures.js';
import { readSignature, signingCommand } from '../retention/ssh-keygen.js';
import type { Output } from '../terminal/output.js';
import { withSharedOptions } from '../shared-options.js';

interface ApproveOptions extends CommonOptions {
  readonly sign?: string | undefined;
  readonly signature?: string | undefined;
}

/** A plan that people approve. */
export interface SignablePlan {
  readonly file: string;
  readonly digest: string;
  /** Prints it. */
  readonly print: (output: Output) => Promise<void>;
}

/** Plans that people approve. */
export interface PlanKind {
  /** Name of the command above `approve`. */
  readonly command: string;
  /** A name of a file, for examples. */
  readonly example: string;
  readonly read: (file: string) => Promise<SignablePlan>;
}

/** Adds `approve`. */
export function addApprove(
  group: Command,
  run: RunCommand,
  { command: name, example, read }: PlanKind,
): void {
  const command = group
    .command('approve')
    .description(
      'Show a plan, and sign it. Needs only the file of the plan. The signature is written beside it.',
    )
    .argument('<file>', 'file of the plan')
    .option('--sign <key>', 'sign with this key of OpenSSH, by calling ssh-keygen')
    .option('--signature <file>', 'use a signature that ssh-keygen made elsewhere')
    .action((file: string, options: ApproveOptions) =>
      run(
        options,
        async (context) => approve(context, await read(path.resolve(context.cwd, file)), options),
        READS_ONLY,
      ),
    );
  withSharedOptions(command, { findsPrograms: false }, [
    [`parlance ${name} approve ${example}`, 'show what the plan does, and how to sign it'],
    [`parlance ${name} approve ${example} --sign ~/.ssh/id_ed25519`, 'approve it'],
  ]);
}

async function approve(
  { output, cwd }: CommandContext,
  plan: SignablePlan,
  { sign, signature }: ApproveOptions,
): Promise<ExitCode> {
  if (sign !== undefined && signature !== undefined)
    throw invalidArguments('Set only one of --sign and --signature.');
  await plan.print(output);
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
