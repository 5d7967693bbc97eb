/** Connects a client to an emulator, for tests. */
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake, type FakeOptions } from '@parlance/testing-fakes';
import { asker, type Asked } from '@parlance/testing';
import { ComplianceClient, type ComplianceClientOptions } from '../compliance-client.js';

/** How the client reaches the emulator. */
export const WAYS = ['in process', 'over a socket'] as const;

/** How the client reaches the emulator. */
export type Way = (typeof WAYS)[number];

/** The emulator and the client of one test. */
export interface Connected extends AsyncDisposable {
  readonly fake: Fake;
  readonly compliance: ComplianceClient;
  /** Sends a raw request with the compliance key. */
  readonly ask: (line: `${'GET' | 'POST' | 'DELETE'} /${string}`) => Promise<Asked>;
}

/** Starts an emulator, by default with the demo organization. Every response is validated against the contract. */
export async function connect(
  way: Way = 'in process',
  options: FakeOptions & { readonly client?: ComplianceClientOptions } = {},
): Promise<Connected> {
  const { client, ...rest } = options;
  const fake = createFake({ seed: 'demo', checkResponses: true, ...rest });
  if (way === 'over a socket') await fake.listen({ port: 0 });
  const compliance = new ComplianceClient({
    baseUrl: fake.url,
    complianceKey: fake.keys.compliance,
    validation: validator({ requests: 'off', responses: 'throw' }),
    retry: { maxRetries: 0 },
    ...(way === 'in process' && { http: fake.http() }),
    ...client,
  });
  const ask = asker(fake, '');
  return {
    fake,
    compliance,
    ask: (line) =>
      ask(line, undefined, { headers: { 'x-api-key': fake.keys.compliance, 'vendor-beta': null } }),
    [Symbol.asyncDispose]: async () => {
      await compliance.close();
      await fake.close();
    },
  };
}

/** Returns the ids of all users of the demo organization. */
export async function userIdsOf(compliance: ComplianceClient): Promise<string[]> {
  const { data } = await compliance.organizations.list();
  const ids: string[] = [];
  for await (const user of compliance.organizations.listUsers(data[0]?.uuid ?? '')) ids.push(user.id);
  return ids;
}
