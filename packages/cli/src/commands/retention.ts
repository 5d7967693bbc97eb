/** `parlance retention`: deletes chats that a policy no longer keeps. */
import path from 'node:path';
import type { Command } from 'commander';
import {
  applyRetention,
  approversInForce,
  openArchive,
  openHolds,
  planRetention,
  readRetentionPlan,
  recordDeletionActivities,
  retentionReport,
  type PlanReport,
} from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { digest, wholeNumber } from '../option-parsers.js';
import { withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';
import { planFields, planText } from '../retention/plan-text.js';
import { policyOf } from '../retention/policy.js';
import { readSignatures, removeSignatures, signPlan } from '../retention/plan-signatures.js';
import { addApprove } from './retention-approve.js';
import { addApprovers } from './retention-approvers.js';
import { addShow } from './retention-show.js';

const DAY_MS = 86_400_000;
const MAX = Number.MAX_SAFE_INTEGER;

interface PlanOptions extends CommonOptions {
  readonly file: string;
  readonly sign?: string | undefined;
}

interface ApplyOptions extends CommonOptions {
  readonly maxChats?: number | undefined;
  readonly maxChatsPerUser?: number | undefined;
  readonly canary?: number | undefined;
}

interface ReportOptions extends CommonOptions {
  readonly plan?: string | undefined;
}

/** Adds `parlance retention`. */
export function addRetention(program: Command, run: RunCommand): void {
  const group = program
    .command('retention')
    .description(
      'Delete chats that the policy in parlance.config.ts no longer keeps: plan, show, approve, apply, report.',
    );
  addPlan(group, run);
  addShow(group, run);
  addApprove(group, run, {
    command: 'retention',
    example: 'plan.jsonl',
    read: async (file) => {
      const plan = await readRetentionPlan(file);
      return {
        file,
        digest: plan.digest,
        print: (output) => output.result('plan', planFields(plan), planText(plan)),
      };
    },
  });
  addApprovers(group, run);
  addApply(group, run);
  addReport(group, run);
}

function addPlan(group: Command, run: RunCommand): void {
  const command = group
    .command('plan')
    .description(
      'Plan which archived chats the policy deletes, and write the plan to a file. Sends no request.',
    )
    .option('--file <file>', 'file of the plan', 'retention-plan.jsonl')
    .option('--sign <key>', 'sign the plan as its maker, with this key of OpenSSH')
    .action((options: PlanOptions) => run(options, (context) => plan(context, options)));
  withSharedOptions(command, { store: true, archive: true }, [
    [
      'parlance retention plan --file plan.jsonl --sign ~/.ssh/id_ed25519',
      'write a plan for review, signed by its maker',
    ],
  ]);
}

function addApply(group: Command, run: RunCommand): void {
  const command = group
    .command('apply')
    .description(
      'Delete the chats of an approved plan. Stops at the first surprise. An interrupted run continues where it stopped.',
    )
    .argument('<file>', 'file of the plan')
    .option('--max-chats <n>', 'refuse a plan with more chats', wholeNumber(1, MAX))
    .option('--max-chats-per-user <n>', 'refuse a plan with more chats of one user', wholeNumber(1, MAX))
    .option('--canary <n>', 'chats to delete and check first (default: 10)', wholeNumber(1, MAX))
    .action((file: string, options: ApplyOptions) =>
      run(options, (context) => apply(context, file, options)),
    );
  withSharedOptions(command, { keys: 'one', store: true, archive: true }, [
    [
      'parlance retention apply plan.jsonl --max-chats 500',
      'delete the chats of a plan, with the signatures beside it: plan.jsonl.*.sig',
    ],
  ]);
}

function addReport(group: Command, run: RunCommand): void {
  const command = group
    .command('report')
    .description(
      'Report the outcome of the plans from the journal, and check its chain. Deletions are matched with the activities of the archive.',
    )
    .option('--plan <digest>', 'only this plan', digest)
    .action((options: ReportOptions) => run(options, (context) => report(context, options)));
  withSharedOptions(command, { store: true, archive: true }, [
    ['parlance retention report', 'report all plans; the exit code is 3 if a deletion has no outcome'],
  ]);
}

async function plan(
  { settings, output, signal, cwd }: CommandContext,
  options: PlanOptions,
): Promise<ExitCode> {
  const { rules, approvers, caps, expiresInDays, allowMissingFiles } = policyOf(settings);
  const file = path.resolve(cwd, options.file);
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  const planned = await planRetention({
    archive,
    holds: await openHolds(store, archive),
    rules,
    approvers,
    caps,
    allowMissingFiles,
    expiresInMs: expiresInDays === undefined ? undefined : expiresInDays * DAY_MS,
    file,
    signal,
  });
  // Signatures of the plan that was replaced do not fit.
  await removeSignatures(file);
  if (options.sign !== undefined) await signPlan(planned, { key: options.sign, cwd, maker: true });
  await output.result('plan', planFields(planned), planText(planned));
  return EXIT_CODES.ok;
}

async function apply(context: CommandContext, file: string, options: ApplyOptions): Promise<ExitCode> {
  const { settings, output, signal, cwd } = context;
  const { rules, approvers, caps } = policyOf(settings);
  const { maxChats, maxChatsPerUser, canary } = options;
  if (maxChats === undefined && caps === undefined)
    throw new CommandError('missing_cap', 'The largest number of chats to delete is not set.', {
      hint: 'Use --max-chats N, or set retention.caps in parlance.config.ts.',
    });
  const planFile = path.resolve(cwd, file);
  const signatures = await readSignatures(planFile);
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  await using compliance = await settings.complianceClient();
  const { status } = await approversInForce({ store, approvers });
  if (status === 'first_use' && approvers !== 'none')
    output.note(`First use of these approvers: ${approvers.keys.map(({ name }) => name).join(', ')}.`);
  const progress = output.progress();
  const result = await applyRetention(planFile, {
    compliance,
    archive,
    store,
    rules,
    approvers,
    ...signatures,
    caps,
    maxChats,
    maxChatsPerUser,
    canary: { chats: canary },
    signal,
    onEvent: ({ chat, outcome, done, total }) => {
      const text = `${done} of ${total} chats; ${chat} ${outcome}`;
      void progress.update({ done, total, text, fields: { chat, outcome, done, total } });
    },
  });
  output.stopProgress();
  const { deleted, was_gone: gone, unknown, changed } = result;
  const text = `${deleted} deleted, ${gone} were gone, ${unknown} gone without a confirmation, ${changed} kept because they changed`;
  await output.result('summary', result, text);
  return EXIT_CODES.ok;
}

async function report({ settings, output }: CommandContext, { plan }: ReportOptions): Promise<ExitCode> {
  await using store = await settings.openExistingStore();
  const { added } = await recordDeletionActivities({ store, archive: await openArchive(settings.archive) });
  const { entries, head, plans } = await retentionReport({ store, plan });
  for (const one of plans) await output.result('plan_report', one, reportText(one));
  const fields = { plans: plans.length, entries, head, new_activities: added };
  const journal =
    head === null ? 'The journal is empty.' : `Last of ${entries} entries in the journal: ${head}`;
  const text = `${count(plans.length, 'plan')}. ${journal}`;
  await output.result('summary', fields, text);
  return plans.some(({ open }) => open.length > 0) ? EXIT_CODES.problems : EXIT_CODES.ok;
}

function reportText(report: PlanReport): readonly string[] {
  const {
    plan,
    approved_by: people,
    to_delete: planned,
    started_at: started,
    finished_at: finished,
  } = report;
  return [
    `Plan ${plan}`,
    `  approved by ${people.join(', ')}; started ${started}; ${finished === null ? 'not finished' : `finished ${finished}`}`,
    `  ${planned} planned: ${report.deleted} deleted (${report.confirmed} confirmed by activities), ${report.was_gone} were gone, ${report.unknown} unknown, ${report.changed} changed, ${report.refused} refused, ${report.open.length} open`,
    ...Object.entries(report.by_rule).map(
      ([rule, { to_delete: deleted, ...kept }]) =>
        `  rule "${rule}": ${deleted} planned, ${kept.kept_by_rule + kept.too_recent} kept, ${kept.held} kept by holds`,
    ),
    ...Object.entries(report.by_hold).map(([hold, { kept }]) => `  ${hold} kept ${count(kept, 'chat')}`),
    ...(report.stopped === null ? [] : [`  stopped: ${report.stopped}`]),
  ];
}
