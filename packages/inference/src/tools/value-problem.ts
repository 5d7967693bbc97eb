/** How a value differs from a schema, and how that is worded. */

/** One way in which a value differs from a schema. */
export interface ValueProblem {
  /** Dotted path within the value; empty for the value itself. */
  readonly path: string;
  /**
   * What the schema requires. For JSON Schema it never contains the value; a schema library words its own messages.
   */
  readonly message: string;
}

/** Writes problems as one line of text, for people and models. */
export function describeProblems(problems: readonly ValueProblem[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
