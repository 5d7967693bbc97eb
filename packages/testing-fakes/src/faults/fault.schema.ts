/** Faults as plain JSON, the same in code, in files and over HTTP. */
import * as z from 'zod';
import { ERROR_TYPES, type ErrorType } from '../engine/refusal.js';
import { numberBetween, wholeNumber } from '../input/numbers.js';
import { faultMatchSchema, type FaultMatch } from '../scenario/request-match.js';
import type * as types from './fault.js';

const count = wholeNumber(0, 1_000_000_000);
const oneOrMore = wholeNumber(1, 1_000_000_000);
const milliseconds = wholeNumber(0, 86_400_000);
const cut = z.enum(['rst', 'fin']);

/** Schema of `error.type`. */
export const ErrorTypeSchema: z.ZodType<ErrorType> = z.enum(ERROR_TYPES);

const error = z.strictObject({ type: ErrorTypeSchema.optional(), message: z.string().optional() });

/** Line breaks are rejected, because they would allow header injection. */
const headerValue = z.string().regex(/^[\x20-\x7e\t]*$/, 'must be printable ASCII text');
const headerName = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'must be the name of a header, in lower case');

/** Schema of response headers. */
export const HeadersSchema: z.ZodType<Readonly<Record<string, string>>> = z.record(headerName, headerValue);

/**
 * Changes how the response body is delivered. Events are counted from 0; a body that is not an event stream counts as one
 * event.
 */
export const StreamFaultSchema: z.ZodType<types.StreamFault> = z.strictObject({
  /** Splits the body into chunks of this many bytes, at these offsets, or of `random` sizes from 1 to 64 bytes. */
  split: z
    .union(
      [wholeNumber(1, 1_000_000), z.array(oneOrMore), z.literal('random')],
      'must be a number of bytes from 1 to 1000000, an array of offsets, or random',
    )
    .optional(),
  /** Number of events to merge into one chunk. */
  merge: oneOrMore.optional(),
  /** Line endings of the events. Default `lf`. */
  newline: z.enum(['lf', 'cr', 'crlf']).optional(),
  /** Inserts a `ping` event after every n events. */
  ping_every: oneOrMore.optional(),
  /** Inserts a comment after every n events. */
  comment_every: oneOrMore.optional(),
  /** Stalls before this event: sends nothing more and keeps the connection open. */
  stall_at_event: count.optional(),
  /** Duration of `stall_at_event`, in milliseconds of world time. Default: forever. */
  stall_ms: milliseconds.optional(),
  /** Replaces this event with an `error` event and ends the stream. */
  error_at_event: count.optional(),
  /** Type and message of the `error` event. Default type: `overloaded_error`. */
  error: error.optional(),
  /** Cuts the connection before this event. */
  cut_at_event: count.optional(),
  /** Cuts the connection after this many bytes of the body. */
  cut_after_bytes: count.optional(),
  /** How to cut the connection: `rst` resets it, `fin` closes it. Default `rst`. */
  cut: cut.optional(),
});

/** A match of any operation. */
export const AnyMatchSchema: z.ZodType<FaultMatch> = faultMatchSchema([]);

/** A fault to inject into requests. `status`, `stall` and `cut` exclude each other. */
export const FaultSchema: z.ZodObject = z.strictObject({
  /** Requests that the fault applies to. Default: all. */
  match: AnyMatchSchema.optional(),
  /** Number of matching requests to skip before the first injection. Default 0. */
  after: count.optional(),
  /** Maximum number of injections. Default: unlimited. */
  times: oneOrMore.optional(),
  /** Probability of each injection, from 0 to 1, decided by the world's seeded randomness. Default 1. */
  probability: numberBetween(0, 1).optional(),
  /** Delay before the request is handled, in milliseconds of world time. */
  delay_ms: milliseconds.optional(),
  /** Responds with this status without handling the request. */
  status: wholeNumber(200, 599).optional(),
  /** Headers to add to the response. */
  headers: HeadersSchema.optional(),
  /** Type and message of the error body. Requires `status`. Default type: the one of the status. */
  error: error.optional(),
  /** Replaces the response body. */
  body: z.string().optional(),
  /** Replaces the `content-type` of the response. */
  content_type: headerValue.optional(),
  /** Truncates the response body to this many bytes, with a matching content length. Has no effect on event streams. */
  truncate_bytes: count.optional(),
  /** Redirects to this `location`. The status is 302 unless `status` is set. */
  redirect: headerValue.optional(),
  /** Never responds. */
  stall: z.boolean().optional(),
  /** Cuts the connection before the response: `rst` resets it, `fin` closes it. */
  cut: cut.optional(),
  /** Changes how the response body is delivered. */
  stream: StreamFaultSchema.optional(),
});

/**
 * Returns the schema of a list of faults.
 *
 * @param operationIds - Ids that `match.operation` may have.
 */
export function faultsSchema(operationIds: readonly string[]): z.ZodType<readonly types.Fault[]> {
  const match = faultMatchSchema(operationIds).optional();
  // The interface is written from the schema.
  const fault = FaultSchema.extend({ match }) as unknown as z.ZodType<types.Fault>;
  return z.array(fault.superRefine(refuseContradictions)).max(10_000);
}

/** Fields that a request of a batch can have. All others are effects on responses. */
const BATCH_FIELDS = /^(?:match|after|times|probability|status|error)$/;

function refuseContradictions(one: types.Fault, context: z.RefinementCtx<types.Fault>): void {
  const refuse = (key: keyof types.Fault, message: string): void =>
    context.addIssue({ code: 'custom', path: [key], message });
  const [first, second] = (['status', 'stall', 'cut'] as const).filter((key) => Boolean(one[key]));
  if (first !== undefined && second !== undefined) refuse(second, `cannot be combined with ${first}`);
  if (one.error !== undefined && one.status === undefined) refuse('error', 'requires status');
  if (one.redirect !== undefined && one.status !== undefined && (one.status < 300 || one.status > 399))
    refuse('status', 'must be from 300 to 399 when redirect is set');
  if (one.match?.custom_id === undefined) return;
  if (one.status === undefined || one.status < 400)
    refuse('status', 'must be from 400 to 599 when match.custom_id is set');
  for (const key of Object.keys(one) as (keyof types.Fault)[])
    if (!BATCH_FIELDS.test(key) && one[key] !== undefined)
      refuse(key, 'cannot be combined with match.custom_id');
}
