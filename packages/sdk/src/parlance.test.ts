import { ConfigError, Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

const SLICES = [
  ['inference', 'apiKey', 'PARLANCE_API_KEY'],
  ['managedAgents', 'apiKey', 'PARLANCE_API_KEY'],
  ['compliance', 'complianceKey', 'PARLANCE_COMPLIANCE_KEY'],
  ['admin', 'adminKey', 'PARLANCE_ADMIN_KEY'],
] as const;

test.each(SLICES)(
  '%s without its key throws an error that names the option and the variable',
  (slice, option, variable) => {
    vi.stubEnv(variable, '');
    const parlance = new Parlance({ baseUrl: 'https://service.example' });
    expect(() => parlance[slice]).toThrow(ConfigError);
    expect(() => parlance[slice]).toThrow(option);
    expect(() => parlance[slice]).toThrow(variable);
  },
);

test('each client is created once and uses its own key', async () => {
  await using fake = createFake({ seed: 'demo' });
  const { api, admin, compliance } = fake.keys;
  await using parlance = new Parlance({
    http: fake.http(),
    baseUrl: fake.url,
    apiKey: api,
    adminKey: admin,
    complianceKey: compliance,
  });
  expect(parlance.compliance).toBe(parlance.compliance);
  expect((await parlance.inference.models.list()).data.length).toBeGreaterThan(0);
  expect((await parlance.managedAgents.agents.list({ limit: 1 })).data.length).toBeLessThanOrEqual(1);
  expect((await parlance.compliance.organizations.list()).data.length).toBeGreaterThan(0);
  expect((await parlance.admin.organization.retrieve()).type).toBe('organization');
});

test('close() closes every client that was used', async () => {
  await using fake = createFake();
  const parlance = new Parlance({
    http: fake.http(),
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    adminKey: fake.keys.admin,
  });
  const { admin } = parlance;
  await parlance.close();
  await expect(admin.organization.retrieve()).rejects.toThrow();
});
