/** `parlance retention`: deletes chats that a policy no longer keeps. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import {
  applyRetention,
  openArchive,
  openHolds,
  planRetention,
  recordDeletionActivities,
  retentionReport,
  type Approval,
  type PlanReport,
  type RetentionCaps,
  type RetentionPlan,
} from '@parlance/archive';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { CommandError } from '../command-error.js';
import type { RetentionConfig } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { digest, ListOption, wholeNumber } from '../option-parsers.js';
import { withExamples, withSharedOptions } from '../shared-options.js';
import { count } from '../terminal/count.js';

const DAY_MS = 86_400_000;
const MAX = Number.MAX_SAFE_INTEGER;

interface PlanOptions extends CommonOptions {
  readonly file: string;
}

interface ApplyOptions extends CommonOptions {
  readonly approvedBy?: readonly Approval[] | undefined;
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
      'Delete chats that the policy in parlance.config.ts no longer keeps: plan, approve, apply, report.',
    );
  addPlan(group, run);
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
    .action((options: PlanOptions) => run(options, (context) => plan(context, options)));
  withSharedOptions(command, { store: true, archive: true });
  withExamples(command, [['parlance retention plan --file plan.jsonl', 'write a plan for review']]);
}

function addApply(group: Command, run: RunCommand): void {
  const command = group
    .command('apply')
    .description(
      'Delete the chats of an approved plan. Stops at the first surprise. A run that was interrupted continues where it stopped.',
    )
    .argument('<file>', 'file of the plan')
    .addOption(
      new ListOption('--approved-by <person=digest>', 'who approved the plan, and its digest', approval),
    )
    .addOption(new Option('--max-chats <n>', 'refuse a plan with more chats').argParser(wholeNumber(1, MAX)))
    .addOption(
      new Option('--max-chats-per-user <n>', 'refuse a plan with more chats of one user').argParser(
        wholeNumber(1, MAX),
      ),
    )
    .addOption(
      new Option('--canary <n>', 'chats to delete and check first (default: 10)').argParser(
        wholeNumber(1, MAX),
      ),
    )
    .action((file: string, options: ApplyOptions) =>
      run(options, (context) => apply(context, file, options)),
    );
  withSharedOptions(command, { keys: 'one', store: true, archive: true });
  withExamples(command, [
    [
      'parlance retention apply plan.jsonl --approved-by lena@example.com=9f2c... --max-chats 500',
      'delete the chats of a plan; the digest is in the output of plan',
    ],
  ]);
}

function addReport(group: Command, run: RunCommand): void {
  const command = group
    .command('report')
    .description(
      'Report what became of the plans, from the journal, whose chain is checked. Deletions are matched with the activities of the archive.',
    )
    .addOption(new Option('--plan <digest>', 'only this plan').argParser(digest))
    .action((options: ReportOptions) => run(options, (context) => report(context, options)));
  withSharedOptions(command, { store: true, archive: true });
  withExamples(command, [
    ['parlance retention report', 'report all plans; the exit code is 3 if a deletion has no outcome'],
  ]);
}

async function plan(
  { settings, output, signal, cwd }: CommandContext,
  { file }: PlanOptions,
): Promise<ExitCode> {
  const { rules, approvals, expiresInDays, allowMissingFiles } = policyOf(settings);
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  const planned = await planRetention({
    archive,
    holds: await openHolds(store, archive),
    rules,
    approvals,
    allowMissingFiles,
    expiresInMs: expiresInDays === undefined ? undefined : expiresInDays * DAY_MS,
    file: path.resolve(cwd, file),
    signal,
  });
  await output.result('plan', planned, planText(planned));
  return EXIT_CODES.ok;
}

async function apply(context: CommandContext, file: string, options: ApplyOptions): Promise<ExitCode> {
  const { settings, output, signal, cwd } = context;
  const { rules } = policyOf(settings);
  const caps = capsOf(settings, options);
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  await using compliance = await settings.complianceClient();
  const progress = output.progress();
  const result = await applyRetention(path.resolve(cwd, file), {
    compliance,
    archive,
    store,
    rules,
    approvedBy: options.approvedBy ?? [],
    caps,
    canary: { chats: options.canary },
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

function policyOf({ config }: Settings): RetentionConfig {
  if (config.retention !== undefined) return config.retention;
  throw new CommandError('missing_policy', 'There is no retention policy.', {
    hint: "Add it to parlance.config.ts: retention: { rules: [{ name: 'two years', keepDays: 730 }] }",
  });
}

function capsOf({ config }: Settings, { maxChats, maxChatsPerUser }: ApplyOptions): RetentionCaps {
  const configured = config.retention?.caps;
  const chats = maxChats ?? configured?.chats;
  if (chats === undefined)
    throw new CommandError('missing_cap', 'The largest number of chats to delete is not set.', {
      hint: 'Use --max-chats N, or set retention.caps in parlance.config.ts.',
    });
  return { chats, perUser: maxChatsPerUser ?? configured?.perUser };
}

function approval(value: string): Approval {
  const [, by, plan] = /^(.+)=([0-9a-f]{64})$/.exec(value) ?? [];
  if (by !== undefined && plan !== undefined) return { by, plan };
  throw new CommandError(
    'invalid_arguments',
    '--approved-by must be PERSON=DIGEST, with the digest of the plan.',
  );
}

function planText(plan: RetentionPlan): string {
  const { counts, by_rule: byRule } = plan;
  const rules = Object.entries(byRule).map(([rule, count]) => `  ${count} by the rule "${rule}"`);
  return [
    `${counts.to_delete} of ${counts.archived} archived chats would be deleted, at most ${plan.most_of_one_user} of one user`,
    ...rules,
    `Kept: ${counts.kept_by_rule} by a rule, ${counts.too_recent} too recent, ${counts.no_rule} without a rule, ${counts.held} on hold, ${counts.not_archived} not completely archived, ${counts.gone} already gone`,
    ...plan.warnings.map(({ message }) => `Warning: ${message}`),
    ...plan.samples.map(
      ({ chat, user, updated_at: at, rule }) =>
        `  sample: ${chat} of ${user}, last changed ${at} ("${rule}")`,
    ),
    `Plan: ${plan.file}`,
    `Digest: ${plan.digest}`,
    `Requires ${count(plan.approvals, 'approval')}. Expires at ${plan.expires_at}.`,
  ].join('\n');
}

function reportText(report: PlanReport): string {
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
    ...(report.stopped === null ? [] : [`  stopped: ${report.stopped}`]),
  ].join('\n');
}
