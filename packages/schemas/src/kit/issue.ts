/** Problems of a value, described without the value itself. */

/** Kind of a JSON value; `missing` when it is absent. */
export type ValueKind =
  'missing' | 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' | 'other';

/** In which way a value differs from the contract. */
export type IssueCode = 'missing' | 'type' | 'value' | 'unknown_field' | 'unknown_type' | 'unknown_value';

/** One difference between a value and the contract. It never holds the value. */
export interface ContractIssue {
  /** Dotted path of the field, for example `messages.3.content.0.source.media_type`; empty for the whole value. */
  readonly path: string;
  /** Id of the rule in the rule ledger, for example `INF-121`. */
  readonly rule: string;
  /** What the contract asks, with the allowed values, bounds or type. */
  readonly message: string;
  /** Kind of the value found. */
  readonly kind: ValueKind;
  /** In which way it differs. */
  readonly code: IssueCode;
}

/**
 * Returns the kind of a value, so that a message can describe it without showing it.
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
