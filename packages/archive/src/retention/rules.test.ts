import fc from 'fast-check';
import { ConfigError } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { checkRules, decide, type RetentionRule, type RuledChat } from './rules.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const old: RuledChat = { user: 'user_1', project: null, changedAt: NOW - 100 * DAY };

test.each<[string, readonly RetentionRule[], RuledChat, ReturnType<typeof decide>]>([
  ['older than the limit', [{ name: 'a', keepDays: 30 }], old, { rule: 'a', decision: 'delete' }],
  ['exactly at the limit', [{ name: 'a', keepDays: 100 }], old, { rule: 'a', decision: 'delete' }],
  ['a day younger', [{ name: 'a', keepDays: 101 }], old, { rule: 'a', decision: 'too_recent' }],
  ['forever', [{ name: 'a', keepDays: 'forever' }], old, { rule: 'a', decision: 'kept_by_rule' }],
  ['another user', [{ name: 'a', users: ['user_2'], keepDays: 1 }], old, { rule: null, decision: 'no_rule' }],
  ['no project', [{ name: 'a', projects: [null], keepDays: 1 }], old, { rule: 'a', decision: 'delete' }],
  [
    'another project',
    [{ name: 'a', projects: ['p'], keepDays: 1 }],
    old,
    { rule: null, decision: 'no_rule' },
  ],
  [
    'the first rule that applies',
    [
      { name: 'legal', users: ['user_1'], keepDays: 'forever' },
      { name: 'rest', keepDays: 1 },
    ],
    old,
    { rule: 'legal', decision: 'kept_by_rule' },
  ],
  [
    'an unreadable time',
    [{ name: 'a', keepDays: 1 }],
    { ...old, changedAt: Infinity },
    { rule: 'a', decision: 'too_recent' },
  ],
])('%s', (_name, rules, chat, decision) => {
  expect(decide(rules, chat, NOW)).toEqual(decision);
});

const ids = fc.constantFrom('u1', 'u2', 'u3');
const projects = fc.constantFrom<string | null>('p1', 'p2', null);
const rule: fc.Arbitrary<RetentionRule> = fc.record({
  name: fc.string({ minLength: 1 }),
  users: fc.option(fc.array(ids), { nil: undefined }),
  projects: fc.option(fc.array(projects), { nil: undefined }),
  keepDays: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant<'forever'>('forever')),
});
const chat: fc.Arbitrary<RuledChat> = fc.record({
  user: ids,
  project: projects,
  changedAt: fc.integer({ min: NOW - 2000 * DAY, max: NOW }),
});
const deletes = (rules: readonly RetentionRule[], about: RuledChat, at = NOW): boolean =>
  decide(rules, about, at).decision === 'delete';

test('a rule in front that keeps forever never deletes more', () => {
  fc.assert(
    fc.property(fc.array(rule), rule, chat, (rules, first, about) => {
      const keeps = { ...first, keepDays: 'forever' as const };
      expect(!deletes([keeps, ...rules], about) || deletes(rules, about)).toBe(true);
    }),
  );
});

test('keeping for longer never deletes more, and a later time never deletes less', () => {
  fc.assert(
    fc.property(fc.array(rule), chat, fc.nat(500), (rules, about, days) => {
      const longer = rules.map((one) =>
        one.keepDays === 'forever' ? one : { ...one, keepDays: one.keepDays + days },
      );
      expect(!deletes(longer, about) || deletes(rules, about)).toBe(true);
      expect(!deletes(rules, about) || deletes(rules, about, NOW + days * DAY)).toBe(true);
    }),
  );
});

test('what is deleted matches a rule and is older than it allows, and no earlier rule matches', () => {
  fc.assert(
    fc.property(fc.array(rule), chat, (rules, about) => {
      const matches = (one: RetentionRule): boolean =>
        (one.users === undefined || one.users.includes(about.user)) &&
        (one.projects === undefined || one.projects.includes(about.project));
      const first = rules.find(matches);
      const expected =
        first !== undefined && first.keepDays !== 'forever' && NOW - about.changedAt >= first.keepDays * DAY;
      expect(deletes(rules, about)).toBe(expected);
    }),
  );
});

test.each([
  [[], 'at least one rule'],
  [[{ name: 'a' }], 'rules.0.keepDays is missing'],
  [[{ keepDays: 1 }], 'rules.0.name is missing'],
  [[{ name: 'a', keepDays: 0 }], 'rules.0.keepDays must be'],
  [[{ name: 'a', keepDays: '30' }], 'rules.0.keepDays must be'],
  [[{ name: 'a', user: ['u'], keepDays: 1 }], 'rules.0.user is not an option'],
  [
    [
      { name: 'a', keepDays: 1 },
      { name: 'a', keepDays: 2 },
    ],
    'used by another rule',
  ],
])('rejects %j', (rules, problem) => {
  expect(() => checkRules(rules as RetentionRule[])).toThrow(ConfigError);
  expect(() => checkRules(rules as RetentionRule[])).toThrow(problem);
});
