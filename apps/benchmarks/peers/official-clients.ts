/** Drives the emulator with two unmodified releases of `@anthropic-ai/sdk`: families that the API documents only name. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Current from '@anthropic-ai/sdk';
import Earlier from 'anthropic-sdk-0.97';
import { createFake, type Fake } from '@parlance/testing-fakes';

/** Names of the service that the clients are written for. */
const NAMING = { vendor: 'anthropic', assistant: 'claude', githost: 'github' };
const MODEL = 'claude-sonnet-4-6';
const STARTING_AT = '2026-06-01T00:00:00Z';

/** Runs every family with both releases, and prints each that works. */
export async function driveWithOfficialClients(): Promise<void> {
  const fake = createFake({ naming: NAMING });
  await fake.listen();
  try {
    const options = { baseURL: fake.url, maxRetries: 0 };
    const earlier = new Earlier({ ...options, apiKey: fake.keys.api });
    const current = new Current({ ...options, apiKey: fake.keys.api });
    await workQueue(earlier, fake);
    console.log('0.97: work queue, threads');
    // The methods used here are the same in both releases.
    await workQueue(current as unknown as Earlier, fake);
    console.log('1.11: work queue, threads');
    const admin = new Current({ ...options, apiKey: fake.keys.admin });
    await webhooks(admin, [earlier, current as unknown as Earlier]);
    console.log('0.97 and 1.11: webhooks');
    await administration(admin);
    console.log('1.11: API keys, rate limits, compliance settings');
    await reports(admin, current);
    console.log('1.11: usage and cost');
  } finally {
    await fake.close();
  }
}

/** The client's own poller receives and acknowledges a session; the heartbeat lets one worker through. */
async function workQueue(client: Earlier, fake: Fake): Promise<void> {
  const { environments, agents, sessions } = client.beta;
  const { work } = environments;
  const environment = await environments.create({
    name: `Own machines ${fake.world().id('')}`,
    config: { type: 'self_hosted' },
  });
  const agent = await agents.create({ name: 'Builder', model: MODEL });
  const session = await sessions.create({ agent: agent.id, environment_id: environment.id });
  const params = { environment_id: environment.id };
  const first = { ...params, expected_last_heartbeat: 'NO_HEARTBEAT' };
  const received: string[] = [];
  const poller = { environmentId: environment.id, environmentKey: fake.keys.api, drain: true, blockMs: 1 };
  for await (const item of work.poller(poller)) {
    received.push(item.data.id);
    assert.equal((await work.heartbeat(item.id, first)).state, 'active');
    await assert.rejects(async () => work.heartbeat(item.id, first), { status: 412 });
    await work.update(item.id, { ...params, metadata: { host: 'a' } });
    assert.deepEqual((await work.retrieve(item.id, params)).metadata, { host: 'a' });
  }
  assert.deepEqual(received, [session.id]);
  assert.equal((await work.stats(environment.id)).depth, 0);
  for await (const item of work.list(environment.id)) assert.equal(item.state, 'stopping');
  for await (const thread of sessions.threads.list(session.id)) assert.equal(thread.status, 'idle');
}

/** The clients verify what the emulator delivers. */
async function webhooks(admin: Current, clients: readonly Earlier[]): Promise<void> {
  const delivered = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>();
  const server = createServer(async (request, response) => {
    delivered.resolve({ headers: request.headers, body: await text(request) });
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoints = admin.beta.organization.webhooks;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // Types of sessions and vaults are registered in the console of the service, which its client does not know.
  const enabled_events = ['vault.created'] as unknown as Parameters<
    typeof endpoints.create
  >[0]['enabled_events'];
  const { id, signing_secret: key } = await endpoints.create({ url, enabled_events });
  await clients[0]?.beta.vaults.create({ display_name: 'keys' });
  const { body, headers } = await delivered.promise;
  for (const client of clients)
    assert.equal(
      client.beta.webhooks.unwrap(body, { headers: headers as Record<string, string>, key }).data.type,
      'vault.created',
    );
  for await (const endpoint of endpoints.list()) assert.equal(endpoint.id, id);
  assert.equal((await endpoints.update(id, { state: 'disabled' })).state, 'disabled');
  await endpoints.regenerateSigningSecret(id);
  assert.equal((await endpoints.retrieve(id)).url, url);
  await endpoints.delete(id);
  server.close();
}

async function administration({ organization }: Current): Promise<void> {
  const workspace = await organization.workspaces.create({ name: 'Robotics' });
  const keys = [];
  for await (const key of organization.apiKeys.list()) keys.push(key);
  assert.equal(keys.length, 2);
  for (const { id } of keys) assert.equal((await organization.apiKeys.retrieve(id)).status, 'active');
  await organization.apiKeys.update(keys[0]?.id ?? '', { name: 'Renamed' });
  for await (const { id, models } of organization.rateLimits.list({ model: MODEL })) {
    assert(models?.includes(MODEL));
    const limits = [{ type: 'requests_per_minute' as const, value: 10 }];
    await organization.workspaces.rateLimits.update(id, { workspace_id: workspace.id, limits });
  }
  for await (const { limits } of organization.workspaces.rateLimits.list(workspace.id))
    assert.deepEqual(
      limits.map(({ value }) => value),
      [10],
    );
  const settings = organization.complianceSettings;
  assert.equal((await settings.update({ state: { type: 'disabled' } })).state.type, 'disabled');
  await settings.update({ state: { type: 'enabled' } });
  assert.equal((await settings.retrieve()).state.type, 'enabled');
}

interface Report {
  readonly data: readonly { readonly results: readonly Readonly<Record<string, unknown>>[] }[];
}

/** No release has methods for the reports, so they are read with `get`. */
async function reports(admin: Current, client: Current): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const { usage } = await client.messages.create({ model: MODEL, max_tokens: 100, messages });
  const filters = { starting_at: STARTING_AT, models: [MODEL], group_by: ['model'] };
  const used = await admin.get<Report>('/v1/organizations/usage_report/messages', {
    query: filters,
  });
  const [result] = used.data.flatMap(({ results }) => results);
  assert.equal(result?.['model'], MODEL);
  assert.equal(result['output_tokens'], usage.output_tokens);
  const query = { starting_at: STARTING_AT, group_by: ['description'] };
  const costs = await admin.get<Report>('/v1/organizations/cost_report', { query });
  assert(costs.data.some(({ results }) => results.length > 0));
}
