import type { RetentionPlan } from '@parlance/archive';
import { count } from '../terminal/count.js';
import { snakeKeys } from '../terminal/snake-keys.js';

/** The plan, as fields of a JSON line. In the file, rules are written as in the configuration. */
export function planFields(plan: RetentionPlan): object {
  return {
    ...plan,
    rules: plan.rules.map(snakeKeys),
    caps: plan.caps === null ? null : snakeKeys(plan.caps),
  };
}

/** What people review before they approve a plan. */
export function planText(plan: RetentionPlan): readonly string[] {
  const { counts, by_rule: byRule } = plan;
  const rules = Object.entries(byRule).map(
    ([rule, { to_delete: deleted, kept_by_rule: forever, too_recent: recent, held }]) =>
      `  rule "${rule}": ${deleted} deleted, ${forever + recent} kept, ${held} kept by holds`,
  );
  return [
    `${counts.to_delete} of ${counts.archived} archived chats would be deleted, at most ${plan.most_of_one_user} of one user`,
    ...rules,
    `Kept: ${counts.kept_by_rule} by a rule, ${counts.too_recent} too recent, ${counts.no_rule} without a rule, ${counts.held} on hold, ${counts.not_archived} not completely archived, ${counts.gone} already gone`,
    ...plan.resolved.map(
      ({ rule, kind, typed, id, names }) =>
        `  rule "${rule}": the ${kind} ${typed} is ${[id, ...names.map((name) => JSON.stringify(name))].join(', ')}`,
    ),
    ...Object.entries(plan.by_hold).map(
      ([hold, { matches, kept }]) =>
        `  ${hold}: matches ${count(matches, 'chat')}, ${kept} of which a rule would delete`,
    ),
    ...plan.warnings.map(({ message }) => `Warning: ${message}`),
    ...plan.samples.map(
      ({ chat, user, updated_at: at, rule }) =>
        `  sample: ${chat} of ${user}, last changed ${at} ("${rule}")`,
    ),
    `Plan: ${plan.file}`,
    `Digest: ${plan.digest}`,
    `Requires ${count(plan.approvals, 'approval')}. Expires at ${plan.expires_at}.`,
  ];
}
