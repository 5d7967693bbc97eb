/** A client of any service can be created from the transport of another one. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';

test('the other client sends with the same options, and is closed with it', async () => {
  await using fake = createFake();
  const shared = { baseUrl: fake.url, http: fake.http() };
  const inference = new InferenceClient({ ...shared, apiKey: fake.keys.api });
  const agents = new ManagedAgentsClient({ ...shared, apiKey: fake.keys.api });
  const compliance = new ComplianceClient({ ...shared, complianceKey: fake.keys.compliance });
  const admin = new AdminClient({ ...shared, adminKey: fake.keys.admin });
  const calls = {
    inference: () => InferenceClient.from(inference.transport).models.list(),
    agents: () => ManagedAgentsClient.from(agents.transport).vaults.list(),
    compliance: () => ComplianceClient.from(compliance.transport).projects.list(),
    admin: () => AdminClient.from(admin.transport).users.list(),
  };
  for (const call of Object.values(calls)) expect((await call()).data).toBeInstanceOf(Array);
  for (const client of [inference, agents, compliance, admin]) await client.close();
  for (const call of Object.values(calls)) await expect(call()).rejects.toThrow('the client is closed');
});
