/** Plain requests to an emulator, for tests of requests that the clients would never send. */
import type { Fake } from '../fake/fake.js';

/** A response, reduced to what tests check. */
export interface Asked {
  /** Status code. */
  readonly status: number;
  /** Rule that a rejected request violated; null for a successful response. */
  readonly rule: string | null;
  /** JSON body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of any response.
  readonly json: any;
}

/** Options for {@link Ask}. */
export interface AskOptions {
  /** Headers that override the defaults; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** World whose API key is used. Default: the emulator's default world. */
  readonly world?: string;
}

/** Sends a request with valid default headers. */
export type Ask = (
  line: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  body?: unknown,
  options?: AskOptions,
) => Promise<Asked>;

/**
 * Creates a function that sends plain requests.
 *
 * @param fake - Emulator to send to.
 * @param betas - Default value of `vendor-beta`.
 */
export function asker(fake: Fake, betas: string): Ask {
  return async (line, body, { headers = {}, world } = {}) => {
    const space = line.indexOf(' ');
    const fields = Object.entries({
      'x-api-key': world === undefined ? fake.keys.api : fake.keysOf(world).api,
      'vendor-version': '2023-06-01',
      'vendor-beta': betas,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }).filter((field): field is [string, string] => field[1] !== null);
    const response = await fake.fetch(`${fake.url}${line.slice(space + 1)}`, {
      method: line.slice(0, space),
      headers: Object.fromEntries(fields),
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      rule: response.headers.get('x-parlance-rule'),
      json: text === '' ? undefined : JSON.parse(text),
    };
  };
}
