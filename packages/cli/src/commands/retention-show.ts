import path from 'node:path';
import type { Command } from 'commander';
import { openArchive, openHolds, planPage, reviewRetentionPlan, type PlanReview } from '@parlance/archive';
import { writePrivateFile } from '@parlance/files';
import type { CommandContext, CommonOptions, RunCommand } from '../command-context.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { planText } from '../retention/plan-text.js';
import { chatText, reviewText } from '../retention/review-text.js';
import type { Output } from '../terminal/output.js';
import { withSharedOptions } from '../shared-options.js';

interface ShowOptions extends CommonOptions {
  readonly html?: string | undefined;
  readonly previous?: string | undefined;
}

/** Number of chats that are shown as text. */
const SHOWN = 200;

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
