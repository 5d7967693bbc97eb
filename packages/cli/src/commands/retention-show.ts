import path from 'node:path';
import type { Command } from 'commander';
import {
  openArchive,
  openHolds,
  planPage,
  reviewRetentionPlan,
  type Hold,
  type PlanReview,
  type ReviewedChat,
} from '@parlance/archive';
import { writePrivateFile } from '@parlance/files';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { planText } from '../retention/plan-text.js';
import { count } from '../terminal/count.js';
import type { Output } from '../terminal/output.js';
import { withSharedOptions } from '../shared-options.js';

interface ShowOptions extends CommonOptions {
  readonly html?: string | undefined;
  readonly previous?: string | undefined;
}

/** Number of chats that are shown as text. */
const SHOWN = 200;

/** Number of people who are shown as text. */
const SHOWN_PEOPLE = 20;

/** Adds `parlance retention show`. */
export function addShow(group: Command, run: RunCommand): void {
  const command = group
    .command('show')
    .description(
      'Show a plan to the people who decide about it: names, titles, reasons of holds, what changed, and how long it takes.',
    )
    .argument('<file>', 'file of the plan')
    .option('--html <file>', 'write a page with all chats, which has titles, and can be read by you only')
    .option('--previous <plan>', 'file of an earlier plan to compare with')
    .action((file: string, options: ShowOptions) => run(options, (context) => show(context, file, options)));
  withSharedOptions(command, { store: true, archive: true }, [
    ['parlance retention show plan.jsonl --html plan.html', 'write a page for the people who approve'],
    ['parlance retention show plan.jsonl --previous plan-of-june.jsonl', 'show what changed'],
  ]);
}

async function show(
  { settings, output, cwd }: CommandContext,
  file: string,
  { html, previous }: ShowOptions,
): Promise<ExitCode> {
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  const review = await reviewRetentionPlan(path.resolve(cwd, file), {
    archive,
    holds: await openHolds(store, archive),
    previous: previous === undefined ? undefined : path.resolve(cwd, previous),
    requestsPerMinute: settings.config.export?.requestsPerMinute,
  });
  const page = html === undefined ? null : path.resolve(cwd, html);
  if (page !== null) await writePrivateFile(page, planPage(review));
  const { plan, people, change, requests, days } = review;
  const text = [...planText(plan), ...reviewText(review)];
  await output.result('plan_review', { plan: plan.digest, people, change, requests, days, page }, text);
  if (page !== null) output.note(`Page: ${page}`);
  else if (!output.json) await showChats(review, output);
  return EXIT_CODES.ok;
}

async function showChats(review: PlanReview, output: Output): Promise<void> {
  let shown = 0;
  for await (const chat of review.chats()) {
    if (shown === SHOWN)
      return output.note(`These are the first ${SHOWN} chats. A page has all: --html FILE`);
    await output.result('chat', chat, chatText(chat));
    shown += 1;
  }
}

/** What the people who decide about a plan see besides its own text. */
function reviewText({ people, holds, change, requests, days }: PlanReview): readonly string[] {
  return [
    `Takes at least ${count(requests, 'request')}: ${days < 2 ? count(Math.max(1, Math.ceil(days * 24)), 'hour') : count(Math.ceil(days), 'day')} at the limit`,
    ...(change === null
      ? []
      : [
          `Since the plan of ${change.as_of}: ${count(change.added, 'chat')} more, ${change.removed} fewer; ${
            change.same_policy ? 'the same policy' : 'another policy'
          }; ${count(change.holds_added.length, 'hold')} added, ${change.holds_removed.length} released`,
        ]),
    ...holds.map((hold) => `  ${hold.id} ${scopeText(hold)}: ${hold.reason} (${hold.addedBy})`),
    ...people
      .slice(0, SHOWN_PEOPLE)
      .map(
        ({ id, name, email, to_delete: chats }) =>
          `  ${name ?? 'unknown name'} <${email ?? id}>: ${count(chats, 'chat')}`,
      ),
    ...(people.length > SHOWN_PEOPLE ? [`  and ${people.length - SHOWN_PEOPLE} more people`] : []),
  ];
}

/** A chat of a plan. */
function chatText({ chat, title, email, updated_at: at, is_new: isNew }: ReviewedChat): string {
  return `${isNew === true ? '+' : ' '} ${email}  ${at}  ${JSON.stringify(title)}  ${chat}`;
}

function scopeText({ scope, reference }: Hold): string {
  const [entry] = Object.entries(scope);
  if (entry === undefined) return '';
  const names = reference === null ? '' : ` (${reference.names.join(', ')})`;
  return `on the ${entry[0]} ${JSON.stringify(entry[1])}${names}`;
}
