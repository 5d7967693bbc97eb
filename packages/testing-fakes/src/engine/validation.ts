/** Validation of queries, bodies and responses against the schemas of the contract. */
import type { ContractIssue, Naming } from '@parlance/schemas';
import { check, type OperationSchemas } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { badRequest, type ContractWords, inContract } from './refusal.js';

/** Query of an operation without parameters. */
export const noQuery: z.ZodObject = z.strictObject({});

/** Body of an operation without a body. An empty object is accepted. */
export const noBody: z.ZodObject = z.strictObject({});

/** Maximum number of issues in one error message. */
const MAX_ISSUES = 5;

/**
 * Validates a part of a request.
 *
 * @param naming - The deployment's names. Defaults to those of the documentation.
 * @throws {Refusal} 400 with the rule of the first issue. The message lists the fields.
 */
export function requireValid(schema: OperationSchemas['body'], value: unknown, naming?: Naming): void {
  if (schema === undefined) return;
  const issues = check(schema, value, { naming });
  const first = issues[0];
  if (first === undefined) return;
  throw badRequest(first.rule, '', issues.slice(0, MAX_ISSUES).flatMap(messageOf));
}

/** The path is that of the request; the message consists of words of the contract. */
function messageOf({ path, message }: ContractIssue, index: number): (string | ContractWords)[] {
  return [`${index === 0 ? '' : '; '}${path === '' ? '' : `${path}: `}`, inContract(message)];
}

/**
 * Validates a response of the emulator.
 *
 * @throws {Error} When it violates the contract, which is a bug of the emulator.
 */
export function requireContract(schema: OperationSchemas['response'], value: unknown): void {
  if (schema === undefined) return;
  const issues = check(schema, value);
  if (issues.length > 0)
    throw new Error(`The response violates the contract: ${issues.map(format).join('; ')}`);
}

function format(issue: ContractIssue): string {
  return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
}
