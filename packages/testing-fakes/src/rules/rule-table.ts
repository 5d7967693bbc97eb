/** The form of the table of rules: what the service demands, where it is written, what enforces and what tests it. */

/** A rule of the service. */
export interface Rule {
  /** Id, for example `VLT-003`. */
  readonly id: string;
  /** Where it is written: `<document> > <heading>`. */
  readonly source: string;
  /** The rule in short words of our own. */
  readonly statement: string;
  /** What enforces it: `schema <operation>`, or a source file below `packages/testing-fakes/src`, or a client's. */
  readonly enforcedBy: string;
  /** Test file that cites it with `verifies`, from the root of the repository; null for a known gap. */
  readonly test: string | null;
  /** Why nothing enforces or tests it; only where `test` is null. */
  readonly gap?: string | undefined;
}

/** One row: heading, statement, what enforces it, and the test file where it differs from the set's. */
export type RuleRow = readonly [heading: string, statement: string, enforcedBy: string, test?: string];

/** What the rows of a set have in common. */
export interface RuleSetOptions {
  /** Document: `inference`, `managed-agents`, `compliance`, `admin` or `not-shown`. */
  readonly document: string;
  /** Test file that cites them. */
  readonly test: string;
}

/**
 * Makes a set of rules out of rows.
 *
 * @param options - What the rows have in common.
 * @param rows - Rows by id.
 */
export function ruleSet(options: RuleSetOptions, rows: Readonly<Record<string, RuleRow>>): readonly Rule[] {
  return Object.entries(rows).map(([id, [heading, statement, enforcedBy, test]]) => ({
    id,
    source: `${options.document} > ${heading}`,
    statement,
    enforcedBy,
    test: test ?? options.test,
  }));
}

/**
 * Makes a set of rules that nothing enforces or tests yet, with the reason.
 *
 * @param document - As in {@link RuleSetOptions}.
 * @param rows - Heading, statement and reason by id.
 */
export function knownGaps(
  document: string,
  rows: Readonly<Record<string, readonly [heading: string, statement: string, why: string]>>,
): readonly Rule[] {
  return Object.entries(rows).map(([id, [heading, statement, gap]]) => ({
    id,
    source: `${document} > ${heading}`,
    statement,
    enforcedBy: '',
    test: null,
    gap,
  }));
}
