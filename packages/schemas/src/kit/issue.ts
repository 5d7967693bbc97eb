/** Issues of a value, described without quoting it. */

/** Kind of a JSON value; `missing` if it is absent. */
export type ValueKind =
  'missing' | 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' | 'other';

/** How a value differs from the contract. */
export type IssueCode = 'missing' | 'type' | 'value' | 'unknown_field' | 'unknown_type' | 'unknown_value';

/** One difference between a value and the contract. Safe to log: it never contains the value. */
export interface ContractIssue {
  /** Dotted path of the field, for example `messages.3.content.0.source.media_type`; empty for the whole value. */
  readonly path: string;
  /** Id of the violated rule, for example `INF-121`. */
  readonly rule: string;
  /** What the contract requires: allowed values, bounds or type. */
  readonly message: string;
  /** Kind of the value found. */
  readonly kind: ValueKind;
  /** How the value differs. */
  readonly code: IssueCode;
}

/**
 * Returns the kind of a value, to describe it in a message without quoting it.
 *
 * @param value - Any value.
 */
export function kindOf(value: unknown): ValueKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
    case 'string':
    case 'object':
      return typeof value as 'boolean' | 'string' | 'object';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    default:
      return 'other';
  }
}

const MAX_KEY_CHARACTERS = 200;

/** Joins the keys of a path for an error message. Keys can come from the input, so each is cut to 200 characters. */
export function shownPath(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .map((key) => (key.length > MAX_KEY_CHARACTERS ? `${key.slice(0, MAX_KEY_CHARACTERS - 1)}…` : key))
    .join('.');
}
