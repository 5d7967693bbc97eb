/** Divergences: responses of a deployment that differ from those of the emulator. */
import * as z from 'zod';
import { wholeNumber } from '../input/numbers.js';
import { parsedJson } from '../input/json.js';
import { hintFor, oneOf } from '../scenario/request-match.js';
import type * as types from './divergence.js';
import fields from './divergent-fields.json' with { type: 'json' };
import { RecordedResponseSchema } from './exchange.schema.js';

const text = z.string().min(1).max(10_000);

/** A value in a response of the emulator that the deployment has or lacks. */
export const ResponseChangeSchema: z.ZodType<types.ResponseChange> = z.strictObject({
  /** Members that lead to the value, for example `body.metadata.team`. */
  path: text,
  /** JSON of the emulator's value. Omitted if it has none. */
  expected: z.string().optional(),
  /** JSON of the deployment's value. Omitted if it has none. */
  found: z
    .string()
    .refine((text) => parsedJson(text) !== undefined, 'must be JSON')
    .optional(),
});

/** A request to which a deployment does not reply as the emulator does. */
export const DivergenceSchema: z.ZodObject = z.strictObject({
  /** Ids of the rules that the request verifies. */
  rules: z.array(text).max(1000),
  /** Operation id, or the method and path if the contract has no such operation. */
  operation: text,
  /** What requests have in common that diverge in this way: the query and body, without ids, times and texts. */
  request: z.string().max(1_000_000),
  /** Status of the emulator's response. */
  status: wholeNumber(200, 599),
  /** Rule that the emulator names in its response. Omitted if it accepts the request. */
  rule: text.optional(),
  /** Differences between the two responses. */
  differences: z.array(ResponseChangeSchema).max(10_000),
  /** Response of the deployment. */
  response: RecordedResponseSchema,
});

/**
 * Returns the schema of a list of divergences.
 *
 * @param operationIds - Ids that `operation` may have.
 * @param ruleIds - Ids that `rules` and `rule` may have.
 */
export function divergencesSchema(
  operationIds: readonly string[],
  ruleIds: readonly string[],
): z.ZodType<readonly types.Divergence[]> {
  // A path that the contract does not know has no operation.
  const operation = oneOf(operationIds, { what: 'the id of an operation', pattern: /^[A-Z]+ \// });
  const rule = oneOf(ruleIds, { what: 'the id of a rule' });
  const rules = z.array(rule).max(1000);
  const differences = z.array(ResponseChangeSchema.superRefine(refuseUnknownField)).max(10_000);
  // The interface is written from the schema.
  const divergence = DivergenceSchema.extend({
    rules,
    operation,
    rule: rule.optional(),
    differences,
  }) as unknown as z.ZodType<types.Divergence>;
  return z.array(divergence).max(10_000);
}

/** A field that the emulator sends is one of the contract. The deployment may send others, and free-form JSON has any. */
function refuseUnknownField(
  { path, expected }: types.ResponseChange,
  context: z.RefinementCtx<types.ResponseChange>,
): void {
  const [root = '', ...keys] = path.split('.');
  const free = keys.findIndex((key) => fields.free.includes(key));
  const named = keys.slice(0, free === -1 ? keys.length : free).filter((key) => !/^\d*$/.test(key));
  const unknown = named.find((key) => !fields.members.includes(key));
  const isChecked = root === 'body' && expected !== undefined;
  const [name, names] = fields.roots.includes(root)
    ? [isChecked ? unknown : undefined, fields.members]
    : [root, fields.roots];
  if (name === undefined) return;
  const message = `"${name}" is not a field${hintFor(name, names)}`;
  context.addIssue({ code: 'custom', path: ['path'], message });
}
