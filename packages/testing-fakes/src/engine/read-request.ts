/** Reads the parts of a request that are the same for every operation. */
import type { Operation } from '@parlance/schemas';
import type { OperationSchemas } from '@parlance/schemas/validation';
import { bytesOf, maxBodyBytes, readJson, tooLarge } from './body.js';
import type { AnyCall } from './call.js';
import { headerOf, requireContentType } from './headers.js';
import type { FakeRequest } from './message.js';
import { readMultipart } from './multipart.js';
import { badRequest, Refusal, show } from './refusal.js';

/** Divides the target of a request line into path and query. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  // A proxy's request line holds the whole URL.
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const fragment = local.indexOf('#');
  const whole = fragment < 0 ? local : local.slice(0, fragment);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, search: '' }
    : { path: whole.slice(0, mark), search: whole.slice(mark + 1) };
}

/**
 * Makes the refusal of a request that leads to no operation.
 *
 * @param method - Its method.
 * @param path - Its path.
 * @param found - What the path leads to.
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
    message: `There is no operation ${where}.`,
    headers: found.allowed === undefined ? undefined : { allow: found.allowed.join(', ') },
  });
}

/**
 * Reads the body that an operation takes.
 *
 * @throws {Refusal} When it is too large, of another content type, or not well formed.
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
