/** An emulator and a client of it, for tests. */
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { asker, type Ask } from '@parlance/testing';
import { AdminClient, type AdminClientOptions } from '../admin-client.js';

/** How the client reaches the emulator. */
export const WAYS = ['in process', 'over a socket'] as const;

/** How the client reaches the emulator. */
export type Way = (typeof WAYS)[number];

/** Opened for one test. */
export interface Connected extends AsyncDisposable {
  readonly fake: Fake;
  readonly admin: AdminClient;
  /** Sends a plain request with the admin key. */
  readonly ask: Ask;
}

/** Opens an emulator, with the demo organization unless told otherwise; every answer is held against the contract. */
export async function connect(
  way: Way = 'in process',
  options: FakeOptions & { readonly client?: AdminClientOptions } = {},
): Promise<Connected> {
  const { client, ...rest } = options;
  const fake = createFake({ seed: 'demo', checkAnswers: true, ...rest });
  if (way === 'over a socket') await fake.listen({ port: 0 });
  const admin = new AdminClient({
    baseUrl: fake.url,
    adminKey: fake.keys.admin,
    validation: validator({ requests: 'off', responses: 'throw' }),
    retry: { maxRetries: 0 },
    ...(way === 'in process' && { http: fake.http() }),
    ...client,
  });
  const ask = asker(fake, '');
  return {
    fake,
    admin,
    ask: (line, body, given = {}) =>
      ask(line, body, { headers: { 'x-api-key': fake.keys.admin, 'vendor-beta': null, ...given.headers } }),
    [Symbol.asyncDispose]: async () => {
      await admin.close();
      await fake.close();
    },
  };
}

/** Gives everything that a list holds. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of list) found.push(item);
  return found;
}
