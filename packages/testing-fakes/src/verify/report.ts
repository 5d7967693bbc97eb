/** The report of a run, rule by rule. */
import type { Divergence, ResponseChange } from '../exchanges/divergence.js';
import { ruleRows, rules } from '../rules/index.js';
import type { LeftBehind } from './cleanup.js';
import type { Interruption, Verification } from './verify.js';

/** What a run says about the rules. */
export interface Report {
  /** Differences that the responses of many operations have. */
  readonly common: readonly CommonDifference[];
  /** All others. */
  readonly divergences: readonly Divergence[];
  /** Ids of the rules that responses were compared for, without differences. */
  readonly passed: readonly string[];
  /** Ids of the rules that no response was compared for. */
  readonly not_checked: readonly string[];
  /** Number of responses that were compared. */
  readonly compared: number;
  /** Number of all requests to the deployment, also those that were repeated and those that removed objects. */
  readonly requests: number;
  /** Scenarios that lost their connection twice. */
  readonly interrupted: readonly Interruption[];
  /** Objects that could not be removed. */
  readonly left_behind: readonly LeftBehind[];
}

/** One difference of the responses of many operations, for example a missing header. */
export interface CommonDifference extends ResponseChange {
  /** Ids of the operations. */
  readonly operations: readonly string[];
  /** Ids of the rules that their requests verify. */
  readonly rules: readonly string[];
}

/** Number of operations from which a difference is common. */
const MIN_OPERATIONS = 5;
const MAX_SHOWN = 5;
const MAX_CHARACTERS = 120;

/**
 * Returns the report of a run.
 *
 * @param verification - What the run found.
 * @param requests - Number of requests to the deployment.
 */
export function reportOf(verification: Verification, requests: number): Report {
  const { divergences, checked, compared, interrupted, leftBehind } = verification;
  const diverging = new Set(divergences.flatMap((one) => one.rules));
  const ids = ruleRows.map(({ id }) => id);
  const common = commonDifferences(divergences);
  const keys = new Set(common.map(keyOf));
  const others = divergences.map((one) => ({
    ...one,
    differences: one.differences.filter((change) => !keys.has(keyOf(change))),
  }));
  return {
    common,
    divergences: others.filter(({ differences }) => differences.length > 0),
    passed: ids.filter((id) => checked.has(id) && !diverging.has(id)),
    not_checked: ids.filter((id) => !checked.has(id)),
    compared,
    requests,
    interrupted,
    left_behind: leftBehind,
  };
}

function commonDifferences(divergences: readonly Divergence[]): readonly CommonDifference[] {
  const places = divergences.flatMap((one) => one.differences.map((change) => ({ change, one })));
  const groups = [...Map.groupBy(places, ({ change }) => keyOf(change)).values()].map((group) => ({
    ...(group[0] as (typeof group)[0]).change,
    operations: [...new Set(group.map(({ one }) => one.operation))],
    rules: [...new Set(group.flatMap(({ one }) => one.rules))].toSorted(),
  }));
  return groups.filter(({ operations }) => operations.length >= MIN_OPERATIONS);
}

/** Returns what equal differences of several responses have in common. */
function keyOf({ path, expected, found }: ResponseChange): string {
  return JSON.stringify([path.replaceAll(/\.\d+/g, '.*'), expected, found]);
}

/** Formats a report for people. */
export function formatReport(report: Report): string {
  const { common, divergences, passed, not_checked: missing, compared, requests } = report;
  const count = common.length + divergences.length;
  return [
    ...common.map(formatCommon),
    ...divergences.map(formatDivergence),
    ...(missing.length === 0 ? [] : [`Not checked: ${missing.join(', ')}\n`]),
    ...formatList(
      'Not compared, because the connection was lost twice',
      report.interrupted.map(({ request, reason }) => `${request} ${reason}`),
    ),
    ...formatLeftBehind(report.left_behind),
    `${count} differences in ${compared} responses, after ${requests} requests. ${passed.length} rules without a difference, ${missing.length} not checked.\n`,
  ].join('\n');
}

/** Formats the objects that a run could not remove, for people who remove them. */
export function formatLeftBehind(left: readonly LeftBehind[]): readonly string[] {
  const lines = left.map(({ object, reason }) => `${object}: ${reason}`);
  return formatList('Left behind', lines);
}

function formatList(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`];
}

function formatCommon({ operations, rules: ids, ...change }: CommonDifference): string {
  return [
    `${operations.length} operations: ${operations.join(', ')}`,
    ...formatRules(ids),
    formatChange(change),
    '',
  ].join('\n');
}

function formatRules(ids: readonly string[]): readonly string[] {
  const shown = ids.slice(0, MAX_SHOWN);
  return [
    ...shown.map((id) => `  ${id}: ${rules.get(id)?.statement ?? ''} (${rules.get(id)?.source ?? ''})`),
    ...(ids.length > MAX_SHOWN ? [`  and ${ids.slice(MAX_SHOWN).join(', ')}`] : []),
  ];
}

function formatChange({ path, expected = 'absent', found = 'absent' }: ResponseChange): string {
  return `    ${path}: ${cut(expected)} -> ${cut(found)}`;
}

function formatDivergence(divergence: Divergence): string {
  const { status, rule, response, differences } = divergence;
  const shown = differences.slice(0, MAX_SHOWN).map(formatChange);
  const more = differences.length - shown.length;
  return [
    divergence.operation,
    ...formatRules(divergence.rules),
    `  emulator: ${status}${rule === undefined ? '' : `, refused by ${rule}`}`,
    `  service:  ${response.status}`,
    ...shown,
    ...(more > 0 ? [`    (${more} more)`] : []),
    '',
  ].join('\n');
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}...` : text;
}
