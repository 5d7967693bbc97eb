/** The validator that clients take as an option. */
import * as z from 'zod';
import type { ContractIssue } from './kit/issue.js';
import { check } from './kit/check.js';
import type { Naming } from './kit/naming.js';
import type { Operation } from './kit/operation.js';
import { nearestKey } from './kit/nearest-key.js';
import type { OperationSchemas } from './kit/schema.js';
import type { Drift, RequestMode, ResponseMode, Validator } from './kit/validator.js';
import { schemas } from './schemas.js';

/** Options for {@link validator}. */
export interface ValidatorOptions {
  /** `throw` refuses a request that breaks the contract before it is sent. Default `throw`. */
  readonly requests?: RequestMode | undefined;
  /** `observe` reports differences to `onDrift` and lets the response pass; `throw` refuses it. Default `off`. */
  readonly responses?: ResponseMode | undefined;
  /** Called with every difference found when `responses` is `observe`. */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
}

/**
 * Creates the validator that a client takes as its `validation` option. It knows every operation of the contract.
 *
 * Unknown blocks, fields and values are accepted in assistant turns, so that a reply can be sent back unchanged.
 *
 * @param options - Modes; see {@link ValidatorOptions}.
 * @throws {TypeError} Naming the option that is unknown or has an invalid value.
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
  if (issues.length > 0) throw new TypeError(`validator: ${issues.map(describe).join('; ')}`);
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
  return schema === undefined ? [] : check(schema, value, { jitless: true, naming });
}

const REPLAYED: ReadonlySet<ContractIssue['code']> = new Set([
  'unknown_type',
  'unknown_value',
  'unknown_field',
]);

const CITATION_TITLE = /\.citations\.\d+\.(?:document_)?title$/;

/**
 * Whether an issue is about a part of an assistant turn that came from the service: a block, field or value that this
 * package does not know, or a null that the service left out.
 */
function isReplayed(issue: ContractIssue, body: unknown): boolean {
  const isLeftOut = issue.code === 'missing' && CITATION_TITLE.test(issue.path);
  if (!REPLAYED.has(issue.code) && !isLeftOut) return false;
  const turn = /^messages\.(\d+)\.content\./.exec(issue.path)?.[1];
  if (turn === undefined) return false;
  const messages = (body as { messages?: readonly { role?: unknown }[] }).messages;
  return messages?.[Number(turn)]?.role === 'assistant';
}
