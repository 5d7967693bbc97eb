/** Deletes one chat, as a retention plan of one chat: no hold keeps it, the archive has all of it, and the journal records it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  applyRetention,
  openArchive,
  openHolds,
  planRetention,
  type RetentionPlan,
  type RetentionRule,
} from '@parlance/archive';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { EXIT_CODES, type ExitCode } from '../exit-codes.js';
import { confirm } from '../terminal/confirm.js';

/** The rule that the journal names. The shortest that a rule can keep a chat is a day. */
const RULE: RetentionRule = { name: 'parlance api chats.delete', keepDays: 1, mayBeEmpty: true };

/**
 * Deletes a chat, after a question.
 *
 * @throws {CommandError} When a hold or a rule of the policy keeps it, the archive does not have all of it, it was changed within a day, or the policy requires approvals.
 * @throws {RetentionError} When the deletion is refused.
 */
export async function deleteOneChat(
  context: CommandContext,
  chat: string,
  { yes }: { readonly yes?: boolean | undefined },
): Promise<ExitCode> {
  const { settings, output, signal } = context;
  const { approvers = 'none', rules: configured = [] } = settings.config.retention ?? {};
  if (approvers !== 'none')
    throw refused('The retention policy requires approvals.', 'Use "parlance retention plan".');
  const archive = await openArchive(settings.archive);
  await using store = await settings.openExistingStore();
  const holds = await openHolds(store, archive);
  await using compliance = await settings.complianceClient();
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-'));
  try {
    const file = path.join(folder, 'plan.jsonl');
    const kept = configured.filter(({ keepDays }) => keepDays === 'forever');
    const rules = [...kept.map((rule) => ({ ...rule, mayBeEmpty: true })), RULE];
    const common = { archive, rules, approvers, signal };
    const plan = await planRetention({ ...common, holds, file, chats: [chat] });
    requireDeletable(chat, plan);
    await confirm(context, { message: `The chat ${chat} is deleted for ever.`, yes });
    const result = await applyRetention(plan, { ...common, compliance, store, maxChats: 1 });
    const text = Object.entries(result).flatMap(([outcome, chats]) => (chats > 0 ? [outcome] : []));
    await output.result('summary', { chat, plan: plan.digest, ...result }, `${chat}  ${text.join(' ')}`);
    return result.changed > 0 ? EXIT_CODES.problems : EXIT_CODES.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function requireDeletable(chat: string, { counts, by_hold }: RetentionPlan): void {
  if (counts.to_delete > 0) return;
  const holds = Object.entries(by_hold).flatMap(([id, { kept }]) => (kept > 0 ? [id] : []));
  if (counts.held > 0) throw refused(`The chat ${chat} is on hold: ${holds.join(', ')}.`);
  if (counts.kept_by_rule > 0)
    throw refused(`A rule of the retention policy keeps the chat ${chat} for ever.`);
  if (counts.too_recent > 0) throw refused(`The chat ${chat} was changed less than a day ago.`);
  if (counts.not_archived > 0) throw refused(`The archive does not have all of the chat ${chat}.`, EXPORT);
  throw refused(`The archive does not have the chat ${chat}, or it was deleted before.`, EXPORT);
}

const EXPORT = 'Run "parlance export run" first, so that its holds can be checked.';

function refused(message: string, hint?: string): CommandError {
  return new CommandError('deletion_refused', message, { hint, exitCode: EXIT_CODES.refused });
}
