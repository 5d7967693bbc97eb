/** Differences between a value and a schema. */

/** One way in which a value differs from a schema. */
export interface ValueProblem {
  /** Dotted path within the value; empty for the value itself. */
  readonly path: string;
  /**
   * What the schema requires. For JSON Schema it never contains the value. Schema libraries write their own messages.
   */
  readonly message: string;
}

/** Formats problems as one line of text. */
export function describeProblems(problems: readonly ValueProblem[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
