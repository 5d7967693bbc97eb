import { checkRecord, isA, must, type Checks } from '@parlance/core-transport/internal';
import { isText, requireOptions, text, wrong } from '../option-checks.js';
import type { ResolvedReference } from '../scopes/reference.js';

/**
 * A rule of a retention policy. Rules are checked in order, and the first one that applies to a chat decides. A chat to which none applies is
 * kept.
 */
export interface RetentionRule {
  /** Name of the rule, unique within the policy. It is part of plans and of the journal. */
  readonly name: string;
  /** Users whose chats the rule applies to: ids, e-mail addresses or names, also earlier ones. Plans have the ids. Default: all. */
  readonly users?: readonly string[] | undefined;
  /** Projects whose chats the rule applies to: ids or names, also earlier ones; null for chats without a project. Default: all. */
  readonly projects?: readonly (string | null)[] | undefined;
  /**
   * Whether the rule, or some of its users and projects, may apply to no archived chat, because it matches none, or earlier rules decide about all
   * that it matches. Otherwise no plan is made then. The archive must know all ids in either case. Default: false.
   */
  readonly mayBeEmpty?: boolean | undefined;
  /** Days for which a chat is kept after its last change or message, from 1; `forever` keeps it. */
  readonly keepDays: number | 'forever';
}

/** A user or project that a rule names, and what it was found to be. */
export interface ResolvedRuleReference extends ResolvedReference {
  /** Name of the rule. */
  readonly rule: string;
}

/** What rules know of a chat. */
export interface RuledChat {
  readonly user: string;
  readonly project: string | null;
  /** Time of the last change or message, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** What a policy decides for a chat. */
export interface RuleDecision {
  /** Name of the rule that applies; null if there is none. */
  readonly rule: string | null;
  /** `delete`, or why the chat is kept: by the rule, because it is too recent, or because no rule applies. */
  readonly decision: 'delete' | 'kept_by_rule' | 'too_recent' | 'no_rule';
}

const DAY_MS = 86_400_000;

/**
 * Decides whether the policy deletes a chat.
 *
 * @param rules - The policy.
 * @param chat - The chat.
 * @param asOf - Time for which the policy is evaluated, in milliseconds since 1970.
 */
export function decide(rules: readonly RetentionRule[], chat: RuledChat, asOf: number): RuleDecision {
  const rule = rules.find((candidate) => matchesRule(candidate, chat));
  if (rule === undefined) return { rule: null, decision: 'no_rule' };
  if (rule.keepDays === 'forever') return { rule: rule.name, decision: 'kept_by_rule' };
  const isOld = asOf - chat.changedAt >= rule.keepDays * DAY_MS;
  return { rule: rule.name, decision: isOld ? 'delete' : 'too_recent' };
}

/** Returns whether a rule is about a chat. Whether it applies also depends on the rules before it. */
export function matchesRule(
  { users, projects }: Pick<RetentionRule, 'users' | 'projects'>,
  chat: Pick<RuledChat, 'user' | 'project'>,
): boolean {
  return (users?.includes(chat.user) ?? true) && (projects?.includes(chat.project) ?? true);
}

/** An empty list would match nothing. */
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

const ruleChecks: Checks = {
  name: text,
  users: must('an array of one or more users', (value) => isList(value) && value.every(isText)),
  projects: must(
    'an array of one or more projects or null',
    (value) => isList(value) && value.every((item) => item === null || isText(item)),
  ),
  mayBeEmpty: isA('boolean'),
  keepDays: must(
    "a whole number from 1, or 'forever'",
    (value) => value === 'forever' || (Number.isSafeInteger(value) && (value as number) >= 1),
  ),
};

/**
 * Checks a policy.
 *
 * @throws {ConfigError} When it has no rules, or a rule is invalid or never applied.
 */
export function checkRules(rules: readonly RetentionRule[]): void {
  if (!Array.isArray(rules) || rules.length === 0)
    throw wrong('rules', 'must be an array of at least one rule');
  const names = new Set<string>();
  let general: string | undefined;
  for (const [index, rule] of rules.entries()) {
    const path = `rules.${index}`;
    checkRecord(path, rule, ruleChecks);
    requireOptions(rule, ['name', 'keepDays'], `${path}.`);
    if (names.has(rule.name)) throw wrong(`${path}.name`, 'is used by another rule');
    names.add(rule.name);
    if (general !== undefined && rule.mayBeEmpty !== true)
      throw wrong(
        path,
        `is never applied: ${general} decides about all chats. Move it in front, or set mayBeEmpty to true.`,
      );
    if (rule.users === undefined && rule.projects === undefined) general ??= path;
  }
}
