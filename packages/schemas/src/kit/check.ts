/** Checks values against schemas of the contract. */
import type * as z from 'zod';
import type { ContractIssue } from './issue.js';
import type { Naming } from './naming.js';
import type { ContractContext } from './reserved-keys.schema.js';
import { contractIssues, describeIssue, type ZodIssue } from './zod-issue.js';

/** Most issues returned for one value. */
const MAX_ISSUES = 1000;

/** Options of {@link check}. */
export interface CheckOptions {
  /** Keeps zod from compiling code, for pages whose content security policy forbids it. Default false. */
  readonly jitless?: boolean | undefined;
  /** The deployment's real names, for rules about the user's own keys. Default the documents' words. */
  readonly naming?: Naming | undefined;
}

/**
 * Checks a value against a schema of the contract.
 *
 * @param schema - A schema of the contract.
 * @param value - The value; it is not changed.
 * @param options - See {@link CheckOptions}.
 * @returns The first 1000 issues; empty when the value is valid.
 */
export function check(
  schema: z.ZodType,
  value: unknown,
  { jitless = false, naming }: CheckOptions = {},
): readonly ContractIssue[] {
  const context: ContractContext = { jitless, naming, error: describeIssue, reportInput: true };
  const result = schema.safeParse(value, context);
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
