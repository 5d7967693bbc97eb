/** Checks faults that come from outside. */
import {
  either,
  FormError,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  text,
  whole,
  type Check,
} from '../form/form.js';
import type { Fault } from './fault.js';

const COUNT = whole(0, 1_000_000_000);
const ONE_OR_MORE = whole(1, 1_000_000_000);
const MS = whole(0, 86_400_000);
const CUT = oneOf('rst', 'fin');

/** An `error.type`. */
export const errorType: Check = oneOf(
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
);
const error = objectOf({ type: errorType, message: text(0) });

const split: Check = either(
  either(whole(1, 1_000_000), listOf(ONE_OR_MORE), ''),
  oneOf('random'),
  'must be a number of bytes from 1 to 1000000, an array of offsets, or random',
);

const stream = objectOf({
  split,
  merge: ONE_OR_MORE,
  newline: oneOf('lf', 'cr', 'crlf'),
  ping_every: ONE_OR_MORE,
  comment_every: ONE_OR_MORE,
  stall_at_event: COUNT,
  stall_ms: MS,
  error_at_event: COUNT,
  error,
  cut_at_event: COUNT,
  cut_after_bytes: COUNT,
  cut: CUT,
});

/** A header's value: what could end the header early is refused. */
const headerValue: Check = (value, path) => {
  if (typeof value !== 'string' || !/^[\x20-\x7e\t]*$/.test(value))
    throw new FormError(path, 'must be printable ASCII text');
};
/** Header fields. */
export const headers: Check = (value, path) => {
  mapOf(headerValue)(value, path);
  const bad = Object.keys(value as object).find((name) => !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
  if (bad !== undefined) throw new FormError(`${path}.${bad}`, 'must be the name of a header, in lower case');
};

const fault = objectOf({
  match: objectOf({
    path: text(),
    method: oneOf('GET', 'POST', 'DELETE'),
    operation: text(),
    body_contains: text(),
  }),
  after: COUNT,
  times: ONE_OR_MORE,
  probability: number(0, 1),
  delay_ms: MS,
  status: whole(200, 599),
  headers,
  error,
  body: text(0),
  content_type: headerValue,
  truncate_bytes: COUNT,
  redirect: headerValue,
  stall: oneOf(true, false),
  cut: CUT,
  stream,
});

/**
 * Checks a list of faults.
 *
 * @param value - Anything, for example parsed JSON.
 * @param source - Where it comes from, as the complaint shall name it.
 * @throws {FormError} Naming the key and what is allowed.
 */
export function readFaults(value: unknown, source = 'faults'): readonly Fault[] {
  listOf(fault)(value, source);
  (value as readonly Fault[]).forEach((one, index) => requireSense(one, `${source}.${index}`));
  return value as readonly Fault[];
}

/** Refuses what says two things at once. */
function requireSense(one: Fault, path: string): void {
  const endings = (['status', 'stall', 'cut'] as const).filter(
    (key) => one[key] !== undefined && one[key] !== false,
  );
  if (endings.length > 1)
    throw new FormError(`${path}.${endings[1]}`, `cannot be given together with ${endings[0]}`);
  if (one.error !== undefined && one.status === undefined)
    throw new FormError(`${path}.error`, 'needs status');
  if (one.redirect !== undefined && one.status !== undefined && (one.status < 300 || one.status > 399)) {
    throw new FormError(`${path}.status`, 'must be from 300 to 399 together with redirect');
  }
}
