/** Each client accepts only its own kind of key, even when the key is a plain string. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import { ConfigError, PermissionError } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';

const CLIENTS = {
  inference: [InferenceClient, 'apiKey', 'api'],
  'managed agents': [ManagedAgentsClient, 'apiKey', 'api'],
  compliance: [ComplianceClient, 'complianceKey', 'compliance'],
  administration: [AdminClient, 'adminKey', 'admin'],
} as const;
const OPTIONS = ['apiKey', 'complianceKey', 'adminKey'] as const;

test.each(Object.entries(CLIENTS))('%s rejects the option of another key', (_, [Client, own]) => {
  for (const option of OPTIONS.filter((name) => name !== own)) {
    const make = (): unknown =>
      new Client({ baseUrl: 'https://service.example', [own]: 'a', [option]: 'b' } as object);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(option);
  }
});

test.each(Object.entries(CLIENTS))(
  'the service rejects %s with a key of another kind',
  async (name, [, , own]) => {
    await using fake = createFake();
    const shared = { baseUrl: fake.url, http: fake.http() };
    for (const kind of (['api', 'compliance', 'admin'] as const).filter((other) => other !== own)) {
      const key = fake.keys[kind];
      const calls = {
        inference: () => new InferenceClient({ ...shared, apiKey: key }).models.list(),
        'managed agents': () => new ManagedAgentsClient({ ...shared, apiKey: key }).vaults.list(),
        compliance: () => new ComplianceClient({ ...shared, complianceKey: key }).projects.list(),
        administration: () => new AdminClient({ ...shared, adminKey: key }).users.list(),
      };
      await expect(calls[name as keyof typeof calls]()).rejects.toBeInstanceOf(PermissionError);
    }
  },
);
