/** Parsing of request targets and bodies, the same for every operation. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation';
import { bytesOf, maxBodyBytes, readJson, tooLarge } from './body.js';
import type { AnyCall } from './call.js';
import { headerOf, requireContentType } from './headers.js';
import type { FakeRequest } from './message.js';
import { readMultipart } from './multipart.js';
import { badRequest, Refusal, show } from './refusal.js';

/** Splits a request target into path and query. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
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
 * Parses the request body of an operation.
 *
 * @throws {Refusal} When the body is too large, malformed, or of the wrong content type.
 */
export function readBody(
  operation: Operation,
  schemas: OperationSchemas,
  request: FakeRequest,
): { readonly body: unknown; readonly parts: AnyCall['parts'] } {
  const size = bytesOf(request.body);
  if (size > maxBodyBytes(operation)) throw tooLarge(operation);
  if (operation.upload === 'multipart') {
    requireContentType(operation, request.headers);
    return {
      body: undefined,
      parts: readMultipart(request.body, headerOf(request.headers, 'content-type') ?? ''),
    };
  }
  if (schemas.body === undefined) {
    if (size === 0) return { body: undefined, parts: [] };
    if (operation.method === 'GET') throw badRequest('GEN-005', '', 'This operation takes no request body.');
  } else if (size === 0) {
    return { body: readJson(null), parts: [] };
  }
  requireContentType(operation, request.headers);
  return { body: readJson(request.body), parts: [] };
}
