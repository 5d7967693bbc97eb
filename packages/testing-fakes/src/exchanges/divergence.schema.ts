/** Divergences: responses of a deployment that differ from those of the emulator. */
import * as z from 'zod';
import { wholeNumber } from '../input/numbers.js';
import type * as types from './divergence.js';
import { RecordedResponseSchema } from './exchange.schema.js';

const text = z.string().min(1).max(10_000);

/** A value in a response of the emulator that the deployment has or lacks. */
export const ResponseChangeSchema: z.ZodType<types.ResponseChange> = z.strictObject({
  /** Members that lead to the value, for example `body.metadata.team`. */
  path: text,
  /** JSON of the emulator's value. Omitted if it has none. */
  expected: z.string().optional(),
  /** JSON of the deployment's value. Omitted if it has none. */
  found: z.string().refine(isJson, 'must be JSON').optional(),
});

/** A request to which a deployment does not reply as the emulator does. */
export const DivergenceSchema: z.ZodType<types.Divergence> = z.strictObject({
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

/** Schema of a list of divergences. */
export const DivergencesSchema: z.ZodType<readonly types.Divergence[]> = z
  .array(DivergenceSchema)
  .max(10_000);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
