import type { ClientOptions } from './client-options.js';
import { environment } from '../environment.js';
import { wrong } from '../checks/option-checks.js';

/** A parsed base URL. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path prefix of all operations, without a trailing slash. */
  readonly prefix: string;
}

/**
 * Reads the base URL from the `baseUrl` option or `PARLANCE_BASE_URL`.
 *
 * @throws {ConfigError} When it is missing or invalid.
 */
export function baseUrlOf(options: ClientOptions): BaseUrl {
  const text = options.baseUrl ?? environment('PARLANCE_BASE_URL');
  if (text === undefined || text === '')
    throw wrong('baseUrl', 'is missing: set the option or the variable PARLANCE_BASE_URL');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(text);
  if (!isPlain || url.username !== '' || url.password !== '')
    throw wrong(
      'baseUrl',
      'must be an absolute URL without a user, query or fragment, e.g. https://api.example.com',
    );
  if (/\/v1\/*$/.test(url.pathname)) throw wrong('baseUrl', 'must not end with /v1');
  if (url.protocol === 'http:' && options.allowInsecure !== true && !isLoopback(url.hostname))
    throw wrong('baseUrl', 'must use https, or the key is sent unencrypted; allowInsecure: true allows http');
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Returns whether a host name or address, as `URL` spells it, is that of this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
