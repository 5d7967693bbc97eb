/** Request and response validation for clients. */
import * as z from 'zod';
import type { ContractIssue } from './kit/issue.js';
import { check } from './kit/check.js';
import type { Naming } from './kit/naming.js';
import type { Operation } from './kit/operation.js';
import { nearestKey } from './kit/nearest-key.js';
import { ConfigError } from './kit/parlance-error.js';
import type { OperationSchemas } from './kit/schema.js';
import type { Drift, RequestMode, ResponseMode, Validator } from './kit/validator.js';
import { schemas } from './schemas.js';

/** Options for {@link validator}. */
export interface ValidatorOptions {
  /**
   * What to do with a request that does not match the contract. `throw` rejects it before it is sent; `off` disables
   * validation. Default `throw`.
   */
  readonly requests?: RequestMode | undefined;
  /**
   * What to do with a response or stream event that does not match the contract. `observe` calls `onDrift` and
   * returns the response as usual; `throw` throws an `UnexpectedResponseError`. Default `off`.
   */
  readonly responses?: ResponseMode | undefined;
  /**
   * Called with the differences in a response or event if `responses` is `observe`. Use it to log new fields of the
   * service.
   */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
}

/**
 * Creates a validator for the `validation` option of a client. It covers every operation of the contract.
 *
 * Assistant turns may contain unknown blocks, fields and values, so that replies can be sent back unchanged.
 *
 * @param options - See {@link ValidatorOptions}.
 * @throws {ConfigError} When an option is unknown or invalid. The message lists all of them.
 */
export function validator(options: ValidatorOptions = {}): Validator {
  checkOptions(options);
  return {
    requests: options.requests ?? 'throw',
    responses: options.responses ?? 'off',
    onDrift: options.onDrift,
    checkRequest(operation, parts, naming) {
      const known = schemasOf(operation);
      return [
        ...checkPart(known?.query, parts.query ?? {}),
        ...checkPart(known?.body, parts.body, naming).filter((issue) => !isReplayed(issue, parts.body)),
      ];
    },
    checkResponse: (operation, response) => checkPart(schemasOf(operation)?.response, response),
    checkEvent: (operation, event) => checkPart(schemasOf(operation)?.event, event),
  };
}

const OptionsSchema = z.strictObject({
  requests: z.enum(['off', 'throw']).optional(),
  responses: z.enum(['off', 'observe', 'throw']).optional(),
  onDrift: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
});

function checkOptions(options: unknown): void {
  const issues = check(OptionsSchema, options, { jitless: true });
  const [first] = issues;
  if (first === undefined) return;
  throw new ConfigError(first.path || 'options', `validator: ${issues.map(describe).join('; ')}`);
}

function describe({ path, message, code }: ContractIssue): string {
  if (code !== 'unknown_field') return `${path || 'the options'} ${message}`;
  const nearest = nearestKey(path, Object.keys(OptionsSchema.shape));
  return `${path} is not an option${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`;
}

function schemasOf(operation: Operation): OperationSchemas | undefined {
  return (schemas as Readonly<Record<string, OperationSchemas>>)[operation.id];
}

function checkPart(
  schema: OperationSchemas['body'],
  value: unknown,
  naming?: Naming,
): readonly ContractIssue[] {
  return schema === undefined ? [] : check(schema, value, { naming });
}

const REPLAYED: ReadonlySet<ContractIssue['code']> = new Set([
  'unknown_type',
  'unknown_value',
  'unknown_field',
]);

const CITATION_TITLE = /\.citations\.\d+\.(?:document_)?title$/;

/**
 * Returns whether an issue is about a part of an assistant turn that the service may have sent: a block, field or
 * value that this package does not know, or an omitted null.
 */
function isReplayed(issue: ContractIssue, body: unknown): boolean {
  const isLeftOut = issue.code === 'missing' && CITATION_TITLE.test(issue.path);
  if (!REPLAYED.has(issue.code) && !isLeftOut) return false;
  const turn = /^messages\.(\d+)\.content\./.exec(issue.path)?.[1];
  if (turn === undefined) return false;
  const messages = (body as { messages?: readonly { role?: unknown }[] }).messages;
  return messages?.[Number(turn)]?.role === 'assistant';
}
