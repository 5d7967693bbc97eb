import { isHeaderValue } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';

/** Headers of the requests of an {@link http} sink, or a function that returns them. */
export type SinkHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Headers that belong to the sink. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'parlance-delivery-id',
  'parlance-redelivery',
  'transfer-encoding',
]);

/**
 * Returns headers with names in lower case.
 *
 * @throws {ConfigError} When a name or value is invalid. Values are not part of it.
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower))
      throw new ConfigError('headers', 'headers: names must be valid HTTP tokens');
    if (RESERVED.has(lower))
      throw new ConfigError('headers', `headers: ${lower} cannot be set, because the sink sets it`);
    if (typeof value !== 'string' || !isHeaderValue(value))
      throw new ConfigError(
        'headers',
        `headers: the value of ${lower} must be text without control characters`,
      );
    checked[lower] = value;
  }
  return checked;
}

/** Reads headers; calls the function if they are one. */
export async function readHeaders(headers: SinkHeaders): Promise<Record<string, string>> {
  if (typeof headers !== 'function') return checkHeaders(headers);
  let read: Readonly<Record<string, string>>;
  try {
    read = await headers();
  } catch {
    // Not quoted: the error of a key store may contain the key.
    throw new ConfigError('headers', 'headers: the function threw an error');
  }
  return checkHeaders(read);
}
