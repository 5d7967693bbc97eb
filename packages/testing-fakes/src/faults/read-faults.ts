/** Validation of faults. */
import * as z from 'zod';
import type { ErrorType } from '../engine/refusal.js';
import type { Fields } from '../input/fields.js';
import { numberBetween, wholeNumber } from '../input/numbers.js';
import { requestMatchFields } from '../scenario/request-match.js';
import type { Fault, FaultMatch, StreamFault } from './fault.js';

const count = wholeNumber(0, 1_000_000_000);
const oneOrMore = wholeNumber(1, 1_000_000_000);
const milliseconds = wholeNumber(0, 86_400_000);
const cut = z.enum(['rst', 'fin']);

/** Schema of `error.type`. */
export const ErrorTypeSchema: z.ZodType<ErrorType> = z.enum([
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'overloaded_error',
  'api_error',
]);

const error = z.strictObject({ type: ErrorTypeSchema.optional(), message: z.string().optional() });

/** Line breaks are rejected, because they would allow header injection. */
const headerValue = z.string().regex(/^[\x20-\x7e\t]*$/, 'must be printable ASCII text');
const headerName = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'must be the name of a header, in lower case');

/** Schema of response headers. */
export const HeadersSchema: z.ZodType<Readonly<Record<string, string>>> = z.record(headerName, headerValue);

const stream = z.strictObject({
  split: z
    .union(
      [wholeNumber(1, 1_000_000), z.array(oneOrMore), z.literal('random')],
      'must be a number of bytes from 1 to 1000000, an array of offsets, or random',
    )
    .optional(),
  merge: oneOrMore.optional(),
  newline: z.enum(['lf', 'cr', 'crlf']).optional(),
  ping_every: oneOrMore.optional(),
  comment_every: oneOrMore.optional(),
  stall_at_event: count.optional(),
  stall_ms: milliseconds.optional(),
  error_at_event: count.optional(),
  error: error.optional(),
  cut_at_event: count.optional(),
  cut_after_bytes: count.optional(),
  cut: cut.optional(),
} satisfies Fields<StreamFault>);

const effects = {
  after: count.optional(),
  times: oneOrMore.optional(),
  probability: numberBetween(0, 1).optional(),
  delay_ms: milliseconds.optional(),
  status: wholeNumber(200, 599).optional(),
  headers: HeadersSchema.optional(),
  error: error.optional(),
  body: z.string().optional(),
  content_type: headerValue.optional(),
  truncate_bytes: count.optional(),
  redirect: headerValue.optional(),
  stall: z.boolean().optional(),
  cut: cut.optional(),
  stream: stream.optional(),
} satisfies Fields<Omit<Fault, 'match'>>;

/**
 * Returns the schema of a list of faults.
 *
 * @param operationIds - Ids that `match.operation` may have.
 */
export function faultsSchema(operationIds: readonly string[]): z.ZodType<readonly Fault[]> {
  const match = z.strictObject({
    ...requestMatchFields(operationIds),
    custom_id: z.string().min(1).optional(),
  } satisfies Fields<FaultMatch>);
  const fault = z
    .strictObject({ match: match.optional(), ...effects } satisfies Fields<Fault>)
    .superRefine(refuseContradictions);
  return z.array(fault).max(10_000);
}

/** Effects on responses, which a request of a batch does not have. */
const RESPONSE_EFFECTS = [
  'delay_ms',
  'headers',
  'body',
  'content_type',
  'truncate_bytes',
  'redirect',
  'stall',
  'cut',
  'stream',
] as const;

function refuseContradictions(one: Fault, context: z.RefinementCtx<Fault>): void {
  const refuse = (key: keyof Fault, message: string): void =>
    context.addIssue({ code: 'custom', path: [key], message });
  const [first, second] = (['status', 'stall', 'cut'] as const).filter((key) => Boolean(one[key]));
  if (first !== undefined && second !== undefined) refuse(second, `cannot be combined with ${first}`);
  if (one.error !== undefined && one.status === undefined) refuse('error', 'requires status');
  if (one.redirect !== undefined && one.status !== undefined && (one.status < 300 || one.status > 399))
    refuse('status', 'must be from 300 to 399 when redirect is set');
  if (one.match?.custom_id === undefined) return;
  if (one.status === undefined || one.status < 400)
    refuse('status', 'must be from 400 to 599 when match.custom_id is set');
  for (const key of RESPONSE_EFFECTS)
    if (one[key] !== undefined) refuse(key, 'cannot be combined with match.custom_id');
}
