import { ConfigError } from '../errors/request-errors.js';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Empty, or visible characters with spaces and tabs between them. Control characters could end the header and start
// another one.
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** Headers that only the transport may set: credentials and framing. */
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'x-api-key',
]);

/** Returns whether a string is safe to use as a header value. */
export function isHeaderValue(value: string): boolean {
  return VALUE.test(value);
}

/** Adds extra headers to a record, with names converted to lower case; null removes a header. */
export function mergeHeaders(
  into: Record<string, string>,
  extra: Readonly<Record<string, string | null>>,
  option: string,
): void {
  for (const [name, value] of Object.entries(extra)) {
    const lower = name.toLowerCase();
    if (!TOKEN.test(name)) throw new ConfigError(option, `${option}: header names must be valid HTTP tokens`);
    if (RESERVED.has(lower))
      throw new ConfigError(
        option,
        `${option}: the header ${lower} cannot be set, because the client sets it`,
      );
    if (value === null) delete into[lower];
    else if (typeof value !== 'string' || !isHeaderValue(value))
      throw new ConfigError(
        option,
        `${option}: the value of ${lower} must be text without control characters`,
      );
    else into[lower] = value;
  }
}
