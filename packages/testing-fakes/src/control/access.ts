/** Access to the control API: from this machine, not from another site's page, and with the token if there is one. */
import type { IncomingMessage } from 'node:http';

/** A rejected request to the control API. */
export class ControlError extends Error {
  readonly status: number;

  constructor(message: string, status = 400, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlError';
    this.status = status;
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/**
 * `localhost` and IP addresses. Any other name could point to this machine through DNS rebinding, and a web page of that
 * name would then count as same-origin.
 */
const LOCAL_HOST = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i;
const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Checks a request before its body is read.
 *
 * @param request - Request to the control API.
 * @param token - Required bearer token; undefined if none is required.
 * @throws {ControlError} 403 for another machine or site, 401 without the token.
 */
export function requireAccess(request: IncomingMessage, token: string | undefined): void {
  const { host } = request.headers;
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '') || (host !== undefined && !LOCAL_HOST.test(host)))
    throw new ControlError(
      'Forbidden: the control API is available on loopback only, as localhost or by IP address',
      403,
    );
  if (isCrossSite(request)) throw new ControlError('Forbidden: cross-origin request', 403);
  if (token !== undefined && !isToken(request.headers.authorization, token))
    throw new ControlError(
      'Unauthorized: the control token is required, as authorization: Bearer TOKEN',
      401,
    );
}

/** Browsers send no `origin` with images, scripts and links of a page, but say that another site requested them. */
function isCrossSite({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  return origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !LOCAL_ORIGIN.test(origin);
}

/** Compares in constant time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const [sent, expected] = [authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(sent, expected);
}
