/** Checks values against schemas of the contract. */
import type * as z from 'zod';
import type { ContractIssue } from './issue.js';
import { contractIssues, describeIssue, type ZodIssue } from './zod-issue.js';

/** Most issues returned for one value. */
const MAX_ISSUES = 1000;

/**
 * Checks a value against a schema of the contract.
 *
 * @param schema - A schema of the contract.
 * @param value - The value; it is not changed.
 * @param options - `jitless` keeps zod from compiling code, for pages whose content security policy forbids it.
 * @returns The first 1000 issues; empty when the value is valid.
 */
export function check(
  schema: z.ZodType,
  value: unknown,
  options: { readonly jitless?: boolean } = {},
): readonly ContractIssue[] {
  const result = schema.safeParse(value, { ...options, error: describeIssue, reportInput: true });
  if (result.success) return [];
  const issues: readonly ZodIssue[] = result.error.issues;
  return issues
    .flatMap((issue) => contractIssues(issue))
    .filter((issue, index, all) => !isSameMistake(issue, all[index - 1]))
    .slice(0, MAX_ISSUES);
}

/** zod also checks the length of a list where a string is expected. */
function isSameMistake(issue: ContractIssue, before: ContractIssue | undefined): boolean {
  return before?.code === 'type' && before.path === issue.path;
}
