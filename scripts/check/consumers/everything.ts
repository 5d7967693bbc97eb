// Uses types and values of every package.
import * as admin from '@parlance/admin';
import * as compliance from '@parlance/compliance';
import * as managedAgents from '@parlance/managed-agents';
import { ConnectionError, FetchAdapter, type Middleware } from '@parlance/core-transport';
import { Transport } from '@parlance/core-transport/internal';
import { createMessage, type Vault } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const log: Middleware = (next) => async (request) => {
  const response = await next(request);
  if (response.status >= 500) throw new Error(request.path);
  return response;
};

export const parlance = new Parlance({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  middleware: [log],
  validation: validator({ requests: 'throw', responses: 'observe' }),
});
export const transport = new Transport(
  { http: new FetchAdapter(), apiKey: async () => 'key' },
  { key: 'api-key' },
);
export const packages: object[] = [admin, compliance, managedAgents, createMessage];

export async function names(vaults: Vault[]): Promise<string[]> {
  try {
    const models: string[] = [];
    for await (const model of parlance.inference.models.list({ limit: 10 })) models.push(model.display_name);
    return [...models, ...vaults.map((vault) => vault.display_name)];
  } catch (error) {
    if (ConnectionError.is(error)) return [error.code];
    throw error;
  }
}
