/** Validates values against schemas of the contract. */
import type * as z from 'zod';
import type { ContractIssue } from './issue.js';
import type { Naming } from './naming.js';
import type { ContractContext } from './reserved-keys.schema.js';
import { nameRules } from './rules.js';
import { contractIssues, describeIssue, type ZodIssue } from './zod-issue.js';

/** Maximum number of issues returned for one value. */
const MAX_ISSUES = 1000;

/** Options for {@link check}. */
export interface CheckOptions {
  /**
   * Interprets the schema instead of compiling it, which takes three times as long but is cheaper for a schema that is used
   * only once. Where a content security policy forbids `eval`, zod always does so. Default false.
   */
  readonly jitless?: boolean | undefined;
  /** Names of the deployment, for rules about keys in user-defined maps. Default: the documented names. */
  readonly naming?: Naming | undefined;
}

/**
 * Validates a value against a schema of the contract.
 *
 * @param schema - A schema of the contract.
 * @param value - The value. It is not modified.
 * @param options - See {@link CheckOptions}.
 * @returns The first 1,000 issues; an empty array if the value is valid.
 */
export function check(
  schema: z.ZodType,
  value: unknown,
  { jitless = false, naming }: CheckOptions = {},
): readonly ContractIssue[] {
  const context: ContractContext = { jitless, naming, error: describeIssue, reportInput: true };
  const result = schema.safeParse(value, context);
  if (result.success) return [];
  // zod may report the same mistake twice.
  const issues: readonly ZodIssue[] = result.error.issues.slice(0, 2 * MAX_ISSUES);
  nameRules(issues, schema, value);
  return issues
    .flatMap((issue) => contractIssues(issue))
    .filter((issue, index, all) => !isSameMistake(issue, all[index - 1]))
    .slice(0, MAX_ISSUES);
}

/** zod also reports the length of an array where a string is expected. */
function isSameMistake(issue: ContractIssue, before: ContractIssue | undefined): boolean {
  return before?.code === 'type' && before.path === issue.path;
}
