/** The format of the rule table: what the service requires, where it is documented, and what enforces it. */

/** A rule of the service. Tests that check it cite its id with `verifies`. */
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
  /**
   * What enforces it: `schema <operation>`; a source file below `packages/testing-fakes/src`, or from the root of the
   * repository; or `gap: <reason>` when nothing enforces it yet.
   */
  readonly enforcedBy: string;
}

/** Rules of one document by id. The document is not repeated in `source`. */
export type RuleRows = Readonly<
  Record<string, readonly [source: string, statement: string, enforcedBy: string]>
>;
