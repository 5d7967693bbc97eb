/** Checks values against schemas. */
import { checkShape } from './check-shape.js';
import type { ContractIssue } from './issue.js';
import type { Schema } from './schema-words.js';

/**
 * Checks a value against a schema.
 *
 * @param schema - A schema of the contract.
 * @param value - The value; it is not changed.
 * @returns The first 1000 differences, in the order of the schema's fields; empty when there are none.
 */
export function check(schema: Schema<unknown>, value: unknown): readonly ContractIssue[] {
  return checkShape(schema.shape, value).map(({ keys, ...issue }) => ({ path: keys.join('.'), ...issue }));
}
