import type { HttpFailure } from '../http-adapter.js';
import { addressOf, codeOf, httpFailure } from './http-failure.js';

const CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_response',
  UND_ERR_PRX_TLS: 'proxy_untrusted',
  UND_ERR_PRX_CONN: 'proxy_closed',
};

const PROXY_CODES: Readonly<Record<number, string>> = {
  403: 'proxy_forbidden',
  407: 'proxy_authentication_required',
};

/** Undici reports the status of a proxy only in error messages, both for tunnels and for forwarded requests. */
const PROXY_REFUSAL = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/**
 * Converts an undici error to a failure. Undici's own codes are mapped to stable ones; system codes stay as they are.
 */
export function failureOf(error: Error, sent: boolean): HttpFailure {
  const refusal = PROXY_REFUSAL.exec(error.message);
  if (refusal !== null) {
    const proxyStatus = Number(refusal[1]);
    const code = PROXY_CODES[proxyStatus] ?? 'proxy_refused';
    return httpFailure(code, false, `the proxy responded with status ${proxyStatus}`, { proxyStatus });
  }
  return httpFailure(stableCode(error), sent, messageOf(error), { address: addressOf(error) });
}

function stableCode(error: Error): string {
  if (error.name === 'HTTPParserError') return 'malformed_response';
  const code = codeOf(error);
  return CODES[code] ?? code;
}

/** The aggregate error of several connection attempts has no message. */
function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: Error) => one.message).join('; ');
}
