/** Connects a client to an emulator, for tests. */
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { asker, type Ask } from '@parlance/testing';
import { AdminClient, type AdminClientOptions } from '../admin-client.js';

/** How the client reaches the emulator. */
export const WAYS = ['in process', 'over a socket'] as const;

/** How the client reaches the emulator. */
export type Way = (typeof WAYS)[number];

/** The emulator and the client of one test. */
export interface Connected extends AsyncDisposable {
  readonly fake: Fake;
  readonly admin: AdminClient;
  /** Sends a raw request with the admin key. */
  readonly ask: Ask;
}

/** Starts an emulator, by default with the demo organization. Every response is validated against the contract. */
export async function connect(
  way: Way = 'in process',
  options: FakeOptions & { readonly client?: AdminClientOptions } = {},
): Promise<Connected> {
  const { client, ...rest } = options;
  const fake = createFake({ seed: 'demo', checkResponses: true, ...rest });
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
    ask: (line, body, { headers } = {}) =>
      ask(line, body, { headers: { 'x-api-key': fake.keys.admin, 'vendor-beta': null, ...headers } }),
    [Symbol.asyncDispose]: async () => {
      await admin.close();
      await fake.close();
    },
  };
}

/** Returns all items of a list. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of list) found.push(item);
  return found;
}
