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

/** Maximum number of problems that a text lists: a long value can have one for each of its items. */
const MAX_LISTED = 20;

/** Formats problems as one line of text. */
export function describeProblems(problems: readonly ValueProblem[]): string {
  const listed = problems
    .slice(0, MAX_LISTED)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const omitted = problems.length - listed.length;
  return [...listed, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; ');
}
