/** Parsing of request targets and bodies, the same for every operation. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import type { Arrival } from './arrival.js';
import { readJson } from './body.js';
import type { AnyCall } from './call.js';
import { requireContentType } from './headers.js';
import { badRequest, Refusal, show } from './refusal.js';

/** A request target. */
export interface Target {
  readonly path: string;
  /** Query, without the question mark. */
  readonly search: string;
}

/** Splits a request target into path and query. */
export function splitTarget(target: string): Target {
  // Requests through a proxy contain the whole URL.
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const fragment = local.indexOf('#');
  const whole = fragment < 0 ? local : local.slice(0, fragment);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, search: '' }
    : { path: whole.slice(0, mark), search: whole.slice(mark + 1) };
}

/**
 * Creates the refusal of a request that matches no operation.
 *
 * @param method - HTTP method.
 * @param path - Request path.
 * @param found - Result of the router.
 */
export function noOperation(
  method: string,
  path: string,
  found: { readonly kind: string; readonly allowed?: readonly string[] },
): Refusal {
  const type = found.allowed === undefined ? 'not_found_error' : 'invalid_request_error';
  const where = `${method.slice(0, 20)} ${show(path)}`;
  return new Refusal({
    status: found.allowed === undefined ? 404 : 405,
    type,
    rule: 'GEN-007',
    message: `Unknown operation: ${where}`,
    headers: found.allowed === undefined ? undefined : { allow: found.allowed.join(', ') },
  });
}

/**
 * Parses the received body of a request.
 *
 * @throws {Refusal} When the body is too large, malformed, or of the wrong content type.
 */
export function readBody(
  operation: Operation,
  schemas: OperationSchemas,
  { headers, received, conventions }: Pick<Arrival, 'headers' | 'received' | 'conventions'>,
): { readonly body: unknown; readonly parts: AnyCall['parts'] } {
  if (received.kind === 'rejected') throw received.error;
  if (received.kind === 'form') return { body: undefined, parts: received.parts };
  const { bytes } = received;
  const isEmpty = bytes === null || bytes.length === 0;
  if (schemas.body === undefined) {
    if (isEmpty) return { body: undefined, parts: [] };
    if (operation.method === 'GET')
      throw badRequest('GEN-005', '', 'This operation does not accept a request body.');
  } else if (isEmpty) {
    return { body: readJson(null), parts: [] };
  }
  requireContentType(operation, headers, conventions.rulesOf(operation).contentType);
  return { body: readJson(bytes), parts: [] };
}
