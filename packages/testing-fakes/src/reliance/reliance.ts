/** Reports the assumptions that a test run used, and the operations and rules that it never used. */
import { operationSources } from '@parlance/schemas';
import { ruleRows } from '../rules/index.js';
import type { JournalEntry } from '../world/journal.js';

/** An operation or rule that the documents do not state, and that a run used. */
export interface UsedAssumption {
  /** Whether `id` is the id of an operation or of a rule. */
  readonly kind: 'operation' | 'rule';
  /** Id, for example `groups.list` or `VLT-003`. */
  readonly id: string;
  /** Where the assumption comes from: `<document> > <heading>`. */
  readonly source: string;
  /** What is assumed of an operation, for example `operation`; empty for a rule. */
  readonly assumed: readonly string[];
  /** Number of requests that used it. */
  readonly requests: number;
}

/** What the requests of a run relied on. */
export interface Reliance {
  /** Assumed operations that were called, and assumed rules that rejected a request. */
  readonly assumptions: readonly UsedAssumption[];
  /** Ids of the rules that rejected no request. */
  readonly rules_not_exercised: readonly string[];
  /** Ids of the operations that were never called. */
  readonly operations_not_called: readonly string[];
  /** Deviations from the scenario, including its unused parts. */
  readonly scenario_problems: readonly string[];
}

/** What {@link relianceOf} reads from an emulator. */
export interface RelianceSource {
  /** Returns the most recent requests, of one world or of all. */
  journal(world?: string): readonly JournalEntry[];
  /** Returns the deviations from the scenario of a world. */
  scenarioProblems(world?: string): readonly string[];
}

/** What a test used: how often, by operation and by rule. */
export interface RelianceFacts {
  readonly operations: Readonly<Record<string, number>>;
  readonly rules: Readonly<Record<string, number>>;
  readonly scenario_problems: readonly string[];
}

/**
 * Returns what requests relied on, from the journal. Only operations and rules are tracked: not assumed
 * fields or values in responses, nor rules that a valid request obeyed. Requests that the journal has dropped do not count.
 *
 * @param fake - The emulator.
 * @param world - Name of the world. Default: the requests of all worlds, and the scenario of the default world.
 */
export function relianceOf(fake: RelianceSource, world?: string): Reliance {
  return relianceOfAll([factsOf(fake, world)]);
}

/** Returns the facts of one emulator. */
export function factsOf(fake: RelianceSource, world?: string): RelianceFacts {
  const journal = fake.journal(world);
  return {
    operations: countOf(journal.map(({ operation }) => operation)),
    rules: countOf(journal.map(({ rule }) => rule)),
    scenario_problems: fake.scenarioProblems(world),
  };
}

/** Returns what several tests relied on. */
export function relianceOfAll(facts: readonly RelianceFacts[]): Reliance {
  const calls = sumOf(facts.map(({ operations }) => operations));
  const refusals = sumOf(facts.map(({ rules }) => rules));
  const operations = Object.entries(operationSources);
  return {
    assumptions: [
      ...operations.flatMap(([id, { source, assumed = [] }]): readonly UsedAssumption[] => {
        const requests = calls.get(id);
        if (requests === undefined || (assumed.length === 0 && !isAssumed(source))) return [];
        return [{ kind: 'operation', id, source, assumed, requests }];
      }),
      ...ruleRows.flatMap(({ id, source }): readonly UsedAssumption[] => {
        const requests = refusals.get(id);
        if (requests === undefined || !isAssumed(source)) return [];
        return [{ kind: 'rule', id, source, assumed: [], requests }];
      }),
    ],
    rules_not_exercised: ruleRows.map(({ id }) => id).filter((id) => !refusals.has(id)),
    operations_not_called: operations.map(([id]) => id).filter((id) => !calls.has(id)),
    scenario_problems: facts.flatMap((one) => one.scenario_problems),
  };
}

/**
 * Formats a report as text that ends with a newline.
 *
 * @param report - Result of {@link relianceOf}.
 */
export function formatReliance(report: Reliance): string {
  return [
    ...section(
      'Assumptions used',
      report.assumptions.map(
        ({ kind, id, source, requests }) => `${kind} ${id} (${source}), requests: ${requests}`,
      ),
    ),
    ...section('Scenario problems', report.scenario_problems),
    ...section('Operations not called', report.operations_not_called),
    ...section('Rules not exercised', report.rules_not_exercised),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}

/** Whether no document states it: every source is the file that fills the gaps of the documents. */
function isAssumed(source: string): boolean {
  return source.split(/; */).every((part) => part.startsWith('not-shown > '));
}

function countOf(ids: readonly (string | null)[]): Record<string, number> {
  return Object.fromEntries(sumOf(ids.map((id) => (id === null ? {} : { [id]: 1 }))));
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const one of counts)
    for (const [id, count] of Object.entries(one)) sums.set(id, (sums.get(id) ?? 0) + count);
  return sums;
}
