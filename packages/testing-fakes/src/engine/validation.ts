/** Checks queries and bodies against the schemas of the contract. */
import type { ContractIssue, Operation } from '@parlance/schemas';
import { check, type OperationSchemas, schemas } from '@parlance/schemas/validation';
import * as z from 'zod';
import { badRequest } from './refusal.js';

/** Returns the schemas of an operation; none for one that a test made. */
export function schemasOf(operation: Operation): OperationSchemas {
  return (schemas as Readonly<Record<string, OperationSchemas>>)[operation.id] ?? {};
}

/** Query of an operation that takes none. */
export const noQuery: z.ZodObject = z.strictObject({});

/** Body of an operation that takes none; an empty object is accepted. */
export const noBody: z.ZodObject = z.strictObject({});

/** Most differences that one message tells. */
const MAX_TOLD = 5;

/**
 * Checks a part of a request.
 *
 * @throws {Refusal} 400 that names the paths of the fields and the first broken rule.
 */
export function requireValid(schema: OperationSchemas['body'], value: unknown): void {
  if (schema === undefined) return;
  const issues = check(schema, value);
  const first = issues[0];
  if (first === undefined) return;
  throw badRequest(first.rule, '', issues.slice(0, MAX_TOLD).map(tell).join('; '));
}

/**
 * Checks what the emulator is about to answer.
 *
 * @throws {Error} When it differs from the contract: a fault of the emulator.
 */
export function requireContract(schema: OperationSchemas['response'], value: unknown): void {
  if (schema === undefined) return;
  const issues = check(schema, value);
  if (issues.length > 0) throw new Error(`The answer breaks the contract: ${issues.map(tell).join('; ')}`);
}

function tell(issue: ContractIssue): string {
  return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
}
