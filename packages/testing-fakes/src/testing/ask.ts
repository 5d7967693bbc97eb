/** Plain requests to an emulator, for tests of what it refuses. */
import type { Fake } from '../create-fake.js';

/** An answer as tests look at it. */
export interface Asked {
  /** Status code. */
  readonly status: number;
  /** Rule that a refusal names; null for a good answer. */
  readonly rule: string | null;
  /** JSON body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of any answer.
  readonly json: any;
}

/** What a request says besides its method, path and body. */
export interface AskOptions {
  /** Header fields instead of the usual ones; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** World whose API key is used. Default the emulator's own. */
  readonly world?: string;
}

/** Sends a request. A request with everything in order needs no options. */
export type Ask = (
  line: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  body?: unknown,
  options?: AskOptions,
) => Promise<Asked>;

/**
 * Makes a function that sends plain requests.
 *
 * @param fake - The emulator.
 * @param betas - Beta names sent unless the headers say otherwise.
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
