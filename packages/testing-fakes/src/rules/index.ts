/** The rules of the service. Each is shown by its id where it is enforced, and in the test that verifies it. */
import list from './rules.json' with { type: 'json' };

/** A rule of the service. */
export interface Rule {
  /** Id, for example `VLT-003`. */
  readonly id: string;
  /**
   * Where it is written: `<document> > <heading>`, or `<document> > <heading> > <row>` with the first cell of a row of a
   * table. Several are separated by semicolons.
   */
  readonly source: string;
  /** The rule in short words of our own. */
  readonly statement: string;
}

/** Every rule. */
export const ruleRows: readonly Rule[] = list;

/** Every rule, by id. */
export const rules: ReadonlyMap<string, Rule> = new Map(ruleRows.map((rule) => [rule.id, rule]));
