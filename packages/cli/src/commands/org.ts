/** `parlance org`: the organization as desired state. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Hold } from '@parlance/archive';
import { holdsInForce } from '@parlance/archive/internal';
import { writePrivateFile } from '@parlance/files';
import {
  applyOrganization,
  describeAction,
  driftOrganization,
  exportOrganization,
  organizationPlanPage,
  planOrganization,
  readDesiredState,
  readOrganizationPlan,
  readStartedPlan,
  writeOrganizationPlan,
  type OrganizationPlan,
  type PlanOrganizationOptions,
} from '@parlance/reconcile';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { readSignatures, removeSignatures } from '../retention/plan-signatures.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';
import type { Output } from '../terminal/output.js';
import { addApprove } from './retention-approve.js';

interface PlanOptions extends CommonOptions {
  readonly file: string;
  readonly html?: string | undefined;
}

const DAY_MS = 86_400_000;
const PLAN_FILE = 'org-plan.json';

/** Adds `parlance org`. */
export function addOrg(program: Command, run: RunCommand): void {
  const group = program
    .command('org')
    .description(
      'Describe the organization in files, and plan, apply and undo the difference: people, roles, workspaces and members.',
    );
  const exporting = group
    .command('export')
    .description('Print the organization as it is, in JSON, as a first file that says what it should be.')
    .action((options: CommonOptions) => run(options, exportState));
  withSharedOptions(exporting, { keys: 'one' }, [
    ['parlance org export > org.json', 'start with the organization as it is'],
  ]);
  addPlan(group, run);
  addApprove(group, run, {
    command: 'org',
    example: PLAN_FILE,
    read: async (file) => {
      const plan = await readOrganizationPlan(file);
      return { file, digest: plan.digest, print: (output) => printPlan(output, plan) };
    },
  });
  const applying = group
    .command('apply')
    .description('Apply a plan. Run the same command again to continue one that was interrupted.')
    .argument('<file>', 'file of the plan')
    .action((file: string, options: CommonOptions) =>
      run(options, async (context) => {
        const planFile = path.resolve(context.cwd, file);
        return applyPlan(context, await readOrganizationPlan(planFile), planFile);
      }),
    );
  withSharedOptions(applying, { keys: 'each', store: true }, [
    [`parlance org apply ${PLAN_FILE}`, `apply a plan, with the signatures beside it: ${PLAN_FILE}.*.sig`],
  ]);
  addDrift(group, run);
  addUndo(group, run);
}

function addPlan(group: Command, run: RunCommand): void {
  const command = group
    .command('plan')
    .description(
      'Compare the organization with files that say what it should be, and write a plan. Changes nothing.',
    )
    .argument('[files...]', 'YAML, JSON or CSV (default: organization.files in parlance.config.ts)')
    .option('--file <file>', 'file of the plan', PLAN_FILE)
    .option('--html <file>', 'also write a page for the people who decide, which can be read by you only')
    .action((files: readonly string[], options: PlanOptions) =>
      run(options, async (context) =>
        writePlan(context, await withPlanning(context, files, planOrganization), options),
      ),
    );
  withSharedOptions(command, { keys: 'each', store: true }, [
    ['parlance org plan org.yaml people.csv', 'plan what two files say together'],
  ]);
}

function addDrift(group: Command, run: RunCommand): void {
  const command = group
    .command('drift')
    .description(
      'Compare the organization with the files, and say who has changed it, by the audit log. The exit code is 3 if something differs.',
    )
    .argument('[files...]', 'YAML, JSON or CSV (default: organization.files in parlance.config.ts)')
    .action((files: readonly string[], options: CommonOptions) =>
      run(options, async (context) => drift(context, files)),
    );
  withSharedOptions(command, { keys: 'each', store: true }, [
    ['parlance org drift org.yaml', 'check the organization every night'],
  ]);
}

function addUndo(group: Command, run: RunCommand): void {
  const command = group
    .command('undo')
    .description(
      'Write a plan that undoes another one. Apply it like any plan. Changes that cannot be undone are listed.',
    )
    .argument('[digest]', 'digest of the plan to undo (default: the last one)')
    .option('--file <file>', 'file of the plan', 'org-undo.json')
    .option('--html <file>', 'also write a page for the people who decide, which can be read by you only')
    .action((digest: string | undefined, options: PlanOptions) =>
      run(options, async (context) => {
        await using store = await context.settings.openExistingStore();
        const { undo } = await readStartedPlan(store, digest);
        return writePlan(context, undo, options);
      }),
    );
  withSharedOptions(command, { store: true }, [
    ['parlance org undo', 'undo the last plan: write org-undo.json, then apply it'],
  ]);
}

async function exportState({ settings, output, signal }: CommandContext): Promise<ExitCode> {
  await using admin = await settings.adminClient();
  const state = await exportOrganization(admin, { signal });
  await output.result('organization', state, JSON.stringify(state, null, 2).split('\n'));
  return EXIT_CODES.ok;
}

/** Reads files that say what the organization should be. */
async function withPlanning<Result>(
  context: CommandContext,
  files: readonly string[],
  work: (options: PlanOrganizationOptions) => Promise<Result>,
): Promise<Result> {
  const { settings, cwd } = context;
  const { config, folder } = settings.loaded;
  const named =
    files.length > 0
      ? files.map((file) => path.resolve(cwd, file))
      : config.organization?.files?.map((file) => path.resolve(folder, file));
  if (named === undefined)
    throw new CommandError('missing_files', 'No file says what the organization should be.', {
      hint: 'Name files, or set organization.files in parlance.config.ts. "parlance org export" prints the organization as it is.',
    });
  return planWith(context, { desired: await readDesiredState(named) }, work);
}

/** Opens what planning needs: the store, if there is one, and the audit log, if there is a key. */
export async function planWith<Result>(
  { settings, signal }: CommandContext,
  options: Pick<PlanOrganizationOptions, 'desired' | 'offboard' | 'archive'>,
  work: (options: PlanOrganizationOptions) => Promise<Result>,
): Promise<Result> {
  const { guards, expiresInDays, requestsPerMinute } = settings.config.organization ?? {};
  await using admin = await settings.adminClient();
  await using compliance =
    (await settings.findKey('compliance')) === undefined ? undefined : await settings.complianceClient();
  await using store = settings.missingStore === undefined ? await settings.openStore() : undefined;
  const holds: readonly Hold[] = store === undefined ? [] : await holdsInForce(store);
  const expiresInMs = expiresInDays === undefined ? undefined : expiresInDays * DAY_MS;
  return await work({
    ...options,
    admin,
    compliance,
    store,
    holds,
    guards,
    expiresInMs,
    requestsPerMinute,
    signal,
  });
}

async function writePlan(
  { output, cwd }: CommandContext,
  plan: OrganizationPlan,
  options: PlanOptions,
): Promise<ExitCode> {
  const file = path.resolve(cwd, options.file);
  await writeOrganizationPlan(file, plan);
  // Signatures of the plan that was replaced do not fit.
  await removeSignatures(file);
  if (options.html !== undefined)
    await writePrivateFile(path.resolve(cwd, options.html), organizationPlanPage(plan));
  await printPlan(output, plan);
  output.note(`Plan: ${file}`);
  return EXIT_CODES.ok;
}

/** Applies a plan, with the signatures beside its file. */
export async function applyPlan(
  context: CommandContext,
  plan: OrganizationPlan,
  file: string,
): Promise<ExitCode> {
  const { settings, output, signal } = context;
  const signatures = existsSync(path.dirname(file)) ? await readSignatures(file) : undefined;
  await using admin = await settings.adminClient();
  await using compliance =
    (await settings.findKey('compliance')) === undefined ? undefined : await settings.complianceClient();
  await using store = await settings.openStore();
  const progress = output.progress();
  const { undo, ...result } = await applyOrganization(plan, {
    admin,
    compliance,
    store,
    holds: await holdsInForce(store),
    approvers: settings.config.organization?.approvers,
    // Those of the plan may be anybody's: a plan is a file.
    guards: settings.config.organization?.guards ?? {},
    ...signatures,
    signal,
    onEvent: ({ done, total, ...event }) => {
      const text = `${done} of ${total}: ${event.action} ${event.outcome}`;
      void progress.update({ done, total, text, fields: { ...event, done, total } });
    },
  });
  output.stopProgress();
  const left = [
    ...result.refused.map(({ action, code }) => `Refused: ${action} (${code})`),
    ...result.changed.map((action) => `Changed by somebody else: ${action}`),
    ...result.unverified.map((action) => `Not found afterwards: ${action}`),
  ];
  const confirmed = result.recorded === null ? '' : `, ${result.recorded} found in the audit log`;
  const text = [
    `${result.done} done, ${result.found} were so already${confirmed}`,
    ...left,
    `Undo: parlance org undo ${plan.digest.slice(0, 12)}`,
  ];
  await output.result('applied', { plan: plan.digest, undo: undo.digest, ...result }, text);
  return left.length === 0 ? EXIT_CODES.ok : EXIT_CODES.problems;
}

async function drift(context: CommandContext, files: readonly string[]): Promise<ExitCode> {
  const { output } = context;
  const { differences, plan } = await withPlanning(context, files, driftOrganization);
  for (const difference of differences) {
    const { action, changed_by: change } = difference;
    const by =
      change === null
        ? ''
        : `; changed at ${change.at} by ${change.by ?? 'somebody'} (${change.via}, ${change.type})`;
    await output.result('difference', difference, `To ${action}${by}`);
  }
  for (const note of plan.notes)
    await output.result(
      'plan_note',
      note,
      `${note.action}: ${note.email ?? note.workspace ?? ''} ${note.why}`,
    );
  const isSame = differences.length === 0 && plan.notes.every(({ action }) => action !== 'manual');
  output.note(
    isSame
      ? 'The organization is as it should be.'
      : `${count(differences.length, 'difference')}, and ${count(plan.notes.length, 'note')}.`,
  );
  return isSame ? EXIT_CODES.ok : EXIT_CODES.problems;
}

/** Prints a plan to people who review it. */
export async function printPlan(output: Output, plan: OrganizationPlan): Promise<void> {
  const fields = { ...plan, guards: snakeKeys(plan.guards) };
  await output.result('organization_plan', fields, organizationPlanText(plan));
}

/** Describes a plan to the people who review it. */
function organizationPlanText(plan: OrganizationPlan): readonly string[] {
  const { actions, notes, breaches, seats } = plan;
  return [
    `${actions.length} actions for ${plan.organization.name}. Seats: ${seats.before} before, ${seats.after} after. At the limit, it takes ${plan.seconds} s.`,
    ...actions.flatMap((action) => [
      `  ${describeAction(action)}`,
      ...('breaks' in action ? action.breaks.map((text) => `    ${text}`) : []),
    ]),
    ...notes.map(({ action, email, workspace, why }) => `  ${action}: ${email ?? workspace ?? ''} ${why}`),
    ...breaches.map(({ message }) => `Needs approval: ${message}`),
    `Digest: ${plan.digest}`,
    `Expires at ${plan.expires_at}.`,
  ];
}
