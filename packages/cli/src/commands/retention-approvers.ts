/** `parlance retention approvers`: who may approve plans, and how that changes. */
import path from 'node:path';
import type { Command } from 'commander';
import {
  acceptApprovers,
  APPROVERS_NAMESPACE,
  approversDigest,
  approversInForce,
  signerOf,
  type ApproverPolicy,
  type ApproversInForce,
} from '@parlance/archive';
import { writePrivateFile } from '@parlance/files';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { invalidArguments } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { ListOption } from '../option-parsers.js';
import { policyOf } from '../retention/policy.js';
import { fileNameOf } from '../retention/plan-signatures.js';
import { readSignature, signWithSshKeygen } from '../retention/ssh-keygen.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';

interface ApproversOptions extends CommonOptions {
  readonly sign?: string | undefined;
  readonly accept?: readonly string[] | undefined;
}

/** Adds `parlance retention approvers`. */
export function addApprovers(group: Command, run: RunCommand): void {
  const command = group
    .command('approvers')
    .description(
      'Compare the approvers of the configuration with those in force. Earlier approvers must sign a change, unless it only takes something away.',
    )
    .option('--sign <key>', 'sign the approvers of the configuration with this key of OpenSSH')
    .addOption(
      new ListOption(
        '--accept <file>',
        'put the approvers of the configuration in force, with this signature',
      ),
    )
    .action((options: ApproversOptions) => run(options, (context) => approvers(context, options)));
  withSharedOptions(command, { store: true }, [
    ['parlance retention approvers', 'show what a change of the configuration needs'],
    ['parlance retention approvers --sign ~/.ssh/id_ed25519', 'sign the change, as an earlier approver'],
    ['parlance retention approvers --accept lena.sig --accept omar.sig', 'put it in force'],
  ]);
}

async function approvers(context: CommandContext, { sign, accept }: ApproversOptions): Promise<ExitCode> {
  const { settings, output, cwd } = context;
  if (sign !== undefined && accept !== undefined)
    throw invalidArguments('Set only one of --sign and --accept.');
  const policy = policyOf(settings).approvers;
  if (sign !== undefined) return signApprovers(context, policy, sign);
  await using store = await settings.openExistingStore();
  if (accept === undefined) {
    const found = await approversInForce({ store, approvers: policy });
    await output.result('approvers', resultOf(found), [...listed(policy), statusText(found)]);
    return found.status === 'changed' && found.signaturesRequired > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
  }
  const signatures = await Promise.all(accept.map((file) => readSignature(path.resolve(cwd, file))));
  const accepted = await acceptApprovers({ store, approvers: policy, signatures });
  await output.result(
    'approvers',
    { ...resultOf(accepted), status: 'in_force' },
    `In force: ${accepted.digest}`,
  );
  return EXIT_CODES.ok;
}

async function signApprovers(
  { output, cwd }: CommandContext,
  policy: ApproverPolicy | 'none',
  key: string,
): Promise<ExitCode> {
  const signed = { digest: approversDigest(policy), namespace: APPROVERS_NAMESPACE };
  const signature = await signWithSshKeygen(path.resolve(cwd, key), signed);
  const signer = signerOf(signature, signed);
  const file = path.resolve(cwd, `approvers-${signed.digest.slice(0, 12)}.${fileNameOf(signer)}.sig`);
  await writePrivateFile(file, signature);
  const text = [...listed(policy), `Signed ${signed.digest} with ${signer}: ${file}`];
  await output.result('signature', { file, key: signer, approvers: signed.digest }, text);
  return EXIT_CODES.ok;
}

function resultOf({ digest, status, signaturesRequired, earlier }: ApproversInForce): object {
  return { digest, status, signatures_required: signaturesRequired, earlier };
}

function listed(policy: ApproverPolicy | 'none'): readonly string[] {
  if (policy === 'none') return ['Plans are applied without an approval.'];
  const { required, keys, makers = [], makerMayApprove = false } = policy;
  const names = (people: typeof keys): string => people.map(({ name }) => name).join(', ');
  return [
    `${required} of these must approve a plan: ${names(keys)}`,
    makerMayApprove ? 'The maker of a plan may approve it.' : 'The maker of a plan cannot approve it.',
    ...(makers.length === 0 ? [] : [`These may make plans only: ${names(makers)}`]),
  ];
}

function statusText({ digest, status, signaturesRequired: required }: ApproversInForce): string {
  const meaning: Record<ApproversInForce['status'], string> = {
    first_use: 'none are in force yet; the first plan that is applied puts these in force',
    in_force: 'in force',
    narrower: 'they only take something away, and will be in force with the next plan that is applied',
    changed:
      required === 0
        ? 'they will be in force with the next plan that is applied'
        : `they differ from those in force, and ${count(required, 'earlier approver')} must sign them`,
  };
  return `Digest ${digest}: ${meaning[status]}.`;
}
