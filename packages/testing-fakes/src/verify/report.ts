/** The report of a run, rule by rule. */
import type { Divergence } from '../exchanges/divergence.js';
import { ruleRows, rules } from '../rules/index.js';
import type { Verification } from './verify.js';

/** What a run says about the rules. */
export interface Report {
  readonly divergences: readonly Divergence[];
  /** Ids of the rules that responses were compared for, without differences. */
  readonly passed: readonly string[];
  /** Ids of the rules that no response was compared for. */
  readonly not_checked: readonly string[];
  readonly requests: number;
}

const MAX_SHOWN = 5;
const MAX_CHARACTERS = 120;

/** Returns the report of a run. */
export function reportOf({ divergences, checked, requests }: Verification): Report {
  const diverging = new Set(divergences.flatMap((one) => one.rules));
  const ids = ruleRows.map(({ id }) => id);
  return {
    divergences,
    passed: ids.filter((id) => checked.has(id) && !diverging.has(id)),
    not_checked: ids.filter((id) => !checked.has(id)),
    requests,
  };
}

/** Formats a report for people. */
export function formatReport({ divergences, passed, not_checked: missing, requests }: Report): string {
  return [
    ...divergences.map(formatDivergence),
    ...(missing.length === 0 ? [] : [`Not checked: ${missing.join(', ')}\n`]),
    `${divergences.length} differences after ${requests} requests. ${passed.length} rules without a difference, ${missing.length} not checked.\n`,
  ].join('\n');
}

function formatDivergence({
  rules: ids,
  operation,
  status,
  rule,
  response,
  differences,
}: Divergence): string {
  const shown = differences
    .slice(0, MAX_SHOWN)
    .map(
      ({ path, expected = 'absent', found = 'absent' }) => `    ${path}: ${cut(expected)} -> ${cut(found)}`,
    );
  const more = differences.length - shown.length;
  return [
    operation,
    ...ids
      .slice(0, MAX_SHOWN)
      .map((id) => `  ${id}: ${rules.get(id)?.statement ?? ''} (${rules.get(id)?.source ?? ''})`),
    ...(ids.length > MAX_SHOWN ? [`  and ${ids.slice(MAX_SHOWN).join(', ')}`] : []),
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
