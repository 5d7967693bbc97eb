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
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('baseUrl', 'must be an absolute URL, e.g. https://api.example.com');
  }
  if (url.username !== '' || url.password !== '')
    throw wrong('baseUrl', 'must not contain a username or password');
  if (url.search !== '' || url.hash !== '' || text.includes('?') || text.includes('#'))
    throw wrong('baseUrl', 'must not contain a query or fragment');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong('baseUrl', 'must start with https:// or http://');
  if (url.protocol === 'http:' && options.allowInsecure !== true && !isLoopback(url.hostname))
    throw wrong(
      'baseUrl',
      'must use https, because http would send the key unencrypted; allowInsecure: true allows http',
    );
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
