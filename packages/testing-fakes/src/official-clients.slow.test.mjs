/**
 * What the READMEs of the official TypeScript clients show, in their oldest and newest supported releases, against the emulator under
 * the names of their service. Not in TypeScript, because the two releases have different types.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NAMING = { vendor: 'anthropic', assistant: 'claude', githost: 'github' };
const model = 'claude-opus-4-7';
const hello = { model, max_tokens: 1024, messages: [{ role: 'user', content: 'Hello, world' }] };
const greeting = [{ type: 'user.message', content: [{ type: 'text', text: 'Hello' }] }];

async function collect(pages) {
  const found = [];
  for await (const item of pages) found.push(item);
  return found;
}

/** Reads the events of a session until it waits for the user. */
async function typesUntilIdle(stream) {
  const types = [];
  for await (const { type } of stream) {
    types.push(type);
    if (type === 'session.status_idle') break;
  }
  return types;
}

describe.each(['anthropic-0', 'anthropic-1'])('the official client %s', (name) => {
  const fake = createFake({ seed: 'demo', naming: NAMING, clock: { mode: 'running' } });
  const isNew = name === 'anthropic-1';
  /** For tests of what only the newer release has. */
  const newOnly = isNew ? [name] : [];
  let official;
  let options;
  let client;

  beforeAll(async () => {
    official = await import(name);
    options = { baseURL: (await fake.listen()).url, apiKey: fake.keys.api };
    client = new official.default(options);
  });

  afterAll(() => fake.close());

  test('creates and streams messages', async () => {
    const message = await client.messages.create(hello);
    expect(message.content).toEqual([{ type: 'text', text: 'You said: Hello, world', citations: null }]);
    expect(message._request_id).toMatch(/^req_/);
    let text = '';
    const stream = client.messages.stream(hello).on('text', (piece) => (text += piece));
    expect(text).toBe('');
    expect((await stream.finalMessage()).stop_reason).toBe('end_turn');
    expect(text).toBe('You said: Hello, world');
    const events = await collect(await client.messages.create({ ...hello, stream: true }));
    expect(events.length).toBeGreaterThan(5);
    expect(events.filter(({ type }) => type === undefined)).toEqual([]);
  });

  test('calls tools, also with its tool runner', async () => {
    const tool = { name: 'get_weather', description: 'Weather', input_schema: { type: 'object' } };
    const asked = { role: 'user', content: '/tool get_weather {"at":"Oslo"}' };
    const { content } = await client.messages.create({ ...hello, tools: [tool], messages: [asked] });
    const use = content.find(({ type }) => type === 'tool_use');
    expect(use.input).toEqual({ at: 'Oslo' });
    const result = [{ type: 'tool_result', tool_use_id: use.id, content: 'rain' }];
    const messages = [asked, { role: 'assistant', content }, { role: 'user', content: result }];
    const answered = await client.messages.create({ ...hello, tools: [tool], messages });
    expect(answered.content[0].text).toContain('rain');
    const runner = client.beta.messages.toolRunner({
      ...hello,
      messages: [asked],
      tools: [{ ...tool, type: 'custom', run: () => 'snow', parse: (input) => input }],
    });
    expect((await runner.runUntilDone()).content[0].text).toContain('snow');
  });

  test('counts tokens and reads models', async () => {
    const { input_tokens: count } = await client.messages.countTokens({ model, messages: hello.messages });
    expect(count).toBeGreaterThan(0);
    const models = await collect(client.models.list({ limit: 5 }));
    expect(models.map(({ id }) => id)).toContain(model);
    expect((await client.models.retrieve(model)).type).toBe('model');
    await expect(client.models.retrieve('unknown-1')).rejects.toThrow(official.NotFoundError);
  });

  test.each(['messages', 'beta.messages'])('runs and cancels batches of %s', async (path) => {
    const { batches } = path === 'messages' ? client.messages : client.beta.messages;
    const requests = [
      { custom_id: 'one', params: hello },
      { custom_id: 'two', params: { ...hello, model: 'unknown-1' } },
    ];
    const batch = await batches.create({ requests });
    expect(batch.type).toBe('message_batch');
    await expect
      .poll(async () => (await batches.retrieve(batch.id)).processing_status, { interval: 20 })
      .toBe('ended');
    const results = await collect(await batches.results(batch.id));
    const kinds = results.map(({ custom_id: id, result }) => `${id} ${result.type}`);
    expect(kinds).toEqual(['one succeeded', 'two errored']);
    expect(results[0].result.message.model).toBe(model);
    const listed = await collect(batches.list({ limit: 1 }));
    expect(listed.map(({ id }) => id)).toContain(batch.id);
    const slow = { ...hello, messages: [{ role: 'user', content: '/wait 60' }] };
    const other = await batches.create({ requests: [{ custom_id: 'slow', params: slow }] });
    expect((await batches.cancel(other.id)).processing_status).toBe('canceling');
    expect((await batches.delete(batch.id)).type).toBe('message_batch_deleted');
  });

  test('uploads, lists and deletes files', async () => {
    const files = client.files ?? client.beta.files;
    const data = await official.toFile(Buffer.from('a,b'), 'data.csv', { type: 'text/csv' });
    const file = await files.upload({ file: data });
    expect(file.filename).toBe('data.csv');
    expect((await collect(files.list())).map(({ id }) => id)).toContain(file.id);
    expect((await files.retrieveMetadata(file.id)).id).toBe(file.id);
    await expect(files.download(file.id)).rejects.toMatchObject({ status: 400 });
    expect((await files.delete(file.id)).type).toBe('file_deleted');
  });

  test('creates and deletes skills and their versions', async () => {
    const skills = client.skills ?? client.beta.skills;
    const upload = async () => {
      const text = '---\nname: reports\ndescription: Writes reports.\n---\n';
      return { files: [await official.toFile(Buffer.from(text), 'reports/SKILL.md')] };
    };
    const skill = await skills.create(await upload());
    const version = await skills.versions.create(skill.id, await upload());
    expect((await skills.retrieve(skill.id)).id).toBe(skill.id);
    expect(await collect(skills.versions.list(skill.id))).toHaveLength(2);
    const versionName = version.version ?? version.id;
    expect(typeof skill.source).toBe(isNew ? 'object' : 'string');
    const found = await skills.versions.retrieve(versionName, { skill_id: skill.id });
    expect([found.id, found.name]).toEqual([version.id, 'reports']);
    expect((await collect(skills.list())).map(({ id }) => id)).toContain(skill.id);
    if (!isNew) {
      const archive = await skills.versions.download(versionName, { skill_id: skill.id });
      expect(String.fromCharCode(...(await archive.bytes()).subarray(0, 2))).toBe('PK');
    }
    await skills.versions.delete(versionName, { skill_id: skill.id });
    expect((await skills.delete(skill.id)).type).toBe('skill_deleted');
  });

  describe('with an agent', () => {
    let agent;
    beforeAll(async () => {
      const tools = [{ type: 'agent_toolset_20260401' }];
      agent = await client.beta.agents.create({ name: 'First', model, system: 'You are helpful.', tools });
    });

    test('follows a session', async () => {
      const { environments, sessions, memoryStores } = client.beta;
      const environment = await environments.create({ name: 'first' });
      const store = await memoryStores.create({ name: 'Notes' });
      const { id } = await sessions.create({
        agent: agent.id,
        environment_id: environment.id,
        resources: [{ type: 'memory_store', memory_store_id: store.id }],
      });
      const live = await sessions.events.stream(id);
      await sessions.events.send(id, { events: greeting });
      const types = await typesUntilIdle(live);
      expect(types).toContain('agent.message');
      const listed = await collect(sessions.events.list(id));
      expect(listed.length).toBeGreaterThanOrEqual(types.length);
    });

    test.for(newOnly)('sets a budget, previews events and lists threads', async () => {
      const { environments, sessions } = client.beta;
      const environment = await environments.create({ name: 'limited' });
      const { id, ...limited } = await sessions.create({
        agent: { type: 'agent_with_overrides', id: agent.id, system: 'Be brief.' },
        environment_id: environment.id,
        budget: { type: 'limit', max_list_cost: { amount: '100', currency: 'USD' } },
        initial_events: greeting,
      });
      expect(limited).toMatchObject({
        agent: { system: 'Be brief.' },
        budget: { max_list_cost: { amount: '100' } },
      });
      await expect.poll(async () => (await sessions.retrieve(id)).status).toBe('idle');
      const previewed = await sessions.events.stream(id, { event_deltas: ['agent.message'] });
      const system = { type: 'system.message', content: [{ type: 'text', text: 'Speak English.' }] };
      await sessions.events.send(id, { events: [system, ...greeting] });
      const wanted = ['system.message', 'event_start', 'event_delta', 'session.usage'];
      expect(await typesUntilIdle(previewed)).toEqual(expect.arrayContaining(wanted));
      expect(await collect(sessions.threads.list(id, { statuses: ['idle'] }))).toHaveLength(1);
    });

    test('takes work from the queue of a hosted environment', async () => {
      const { environments, sessions } = client.beta;
      const hosted = await environments.create({ name: 'hosted', config: { type: 'self_hosted' } });
      const queued = await sessions.create({ agent: agent.id, environment_id: hosted.id });
      const { work } = environments;
      const at = { environment_id: hosted.id };
      expect((await work.stats(hosted.id)).depth).toBe(1);
      const item = await work.poll(hosted.id);
      expect(item.data.id).toBe(queued.id);
      expect((await work.ack(item.id, at)).state).toBe('starting');
      const beat = await work.heartbeat(item.id, { ...at, expected_last_heartbeat: 'NO_HEARTBEAT' });
      expect(beat.type).toBe('work_heartbeat');
      expect(await collect(work.list(hosted.id))).toHaveLength(1);
      expect((await work.stop(item.id, { ...at, force: true })).state).toMatch(/^stop/);
    });
  });

  test('lists vaults', async () => {
    const vault = await client.beta.vaults.create({ display_name: 'Keys' });
    expect((await collect(client.beta.vaults.list())).map(({ id }) => id)).toContain(vault.id);
  });

  test.for(newOnly)('manages keys and limits', async () => {
    const admin = new official.default({ ...options, apiKey: fake.keys.admin });
    const { workspaces, apiKeys, rateLimits, complianceSettings } = admin.organization;
    const [workspace] = await collect(workspaces.list());
    const [key] = await collect(apiKeys.list());
    expect((await apiKeys.retrieve(key.id)).scope.type).toBe('workspace');
    expect((await apiKeys.update(key.id, { name: 'First key' })).name).toBe('First key');
    const [limit] = await collect(rateLimits.list({ group_type: 'files' }));
    const limits = [{ type: 'requests_per_minute', value: 100 }];
    await workspaces.rateLimits.update(limit.id, { workspace_id: workspace.id, limits });
    const [own] = await collect(workspaces.rateLimits.list(workspace.id));
    expect([own.rate_limit_id, own.limits[0].value]).toEqual([limit.id, 100]);
    expect((await complianceSettings.retrieve()).type).toBe('compliance_settings');
  });

  test('creates URLs for user profiles, and deletes profiles', async () => {
    const { id } = await client.beta.userProfiles.create({ external_id: 'customer' });
    expect((await client.beta.userProfiles.createEnrollmentURL(id)).url).toMatch(/^https:/);
    if (!isNew) return;
    const action = { type: 'enroll_end_user' };
    for (const { actionURLs } of [client.userProfiles, client.beta.userProfiles])
      expect((await actionURLs.create(id, { action })).type).toBe('user_profile_action_url');
    expect((await client.userProfiles.delete(id)).type).toBe('user_profile_deleted');
    await expect(client.userProfiles.retrieve(id)).rejects.toThrow(official.NotFoundError);
  });

  test.for(newOnly)('signs out users, and reads roles, groups and the stages of models', async () => {
    const admin = new official.default({ ...options, apiKey: fake.keys.admin });
    const { users, rbacRoles, rbacGroups } = admin.organization;
    const people = await collect(users.list());
    const member = people.find(({ role }) => role === 'user');
    expect(await admin.beta.organization.users.signOut(member.id)).toMatchObject({ id: member.id });
    await expect(admin.beta.organization.users.signOut(people.at(-1).id)).rejects.toMatchObject({
      errorCode: 'cannot_sign_out_primary_owner',
    });
    const [role] = await collect(rbacRoles.list());
    expect(await rbacRoles.retrieve(role.id)).toMatchObject({ display_name: role.display_name });
    const [group] = await collect(rbacGroups.list());
    expect(await rbacGroups.retrieve(group.id)).toMatchObject({ name: group.name });
    const members = await collect(rbacGroups.members.list(group.id));
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining(members.map((one) => one.user_id)));
    expect((await client.models.retrieve('claude-opus-4-20250514')).lifecycle).toBe('deprecated');
    const deprecated = await collect(client.models.list({ lifecycle: ['deprecated'] }));
    expect(new Set(deprecated.map(({ lifecycle }) => lifecycle))).toEqual(new Set(['deprecated']));
    const [permission] = await collect(rbacRoles.permissions.list(role.id));
    expect(permission).toMatchObject({ type: 'rbac_role_permission', resource: { type: 'organization' } });
  });

  test.for(newOnly)('manages groups', async () => {
    const { users, rbacGroups } = new official.default({ ...options, apiKey: fake.keys.admin }).organization;
    const [{ id: user_id }] = await collect(users.list());
    const { id } = await rbacGroups.create({ name: 'Nights' });
    expect((await rbacGroups.update(id, { name: 'Days' })).name).toBe('Days');
    expect(await rbacGroups.members.add(id, { user_id })).toMatchObject({ rbac_group_id: id, user_id });
    const removed = await rbacGroups.members.remove(user_id, { rbac_group_id: id });
    expect(removed.type).toBe('rbac_group_member_deleted');
    expect((await rbacGroups.delete(id)).type).toBe('rbac_group_deleted');
    await expect(rbacGroups.retrieve(id)).rejects.toThrow(official.NotFoundError);
  });

  test.for(newOnly)('manages spend limits, and answers requests to increase them', async () => {
    const admin = new official.default({ ...options, apiKey: fake.keys.admin });
    const { spendLimits } = admin.beta.organization;
    const [{ id: user_id }] = await collect(admin.organization.users.list());
    const scope = { type: 'user', user_id };
    const { id } = await spendLimits.set({ amount: '50000', scope, period: 'weekly' });
    expect(await spendLimits.retrieve(id)).toMatchObject({ amount: '50000', scope });
    const listed = await collect(spendLimits.list({ scope_type: ['user'] }));
    expect(listed.map((one) => one.id)).toContain(id);
    const query = { user_ids: [user_id], period: ['weekly'] };
    const [row] = await collect(admin.organization.spendLimits.effective.list(query));
    expect(row).toMatchObject({ amount: '50000', spend_limit_id: id, source: scope });
    expect((await spendLimits.delete(id)).type).toBe('spend_limit_deleted');
    const { increaseRequests } = admin.organization.spendLimits;
    const [request] = await collect(increaseRequests.list({ status: ['pending'] }));
    expect((await increaseRequests.retrieve(request.id)).spend_summary.amount).toBe('500000');
    const approved = await increaseRequests.approve(request.id, { amount: '70000' });
    expect(approved).toMatchObject({ status: 'approved', spend_limit: { amount: '70000' } });
    await expect(increaseRequests.deny(request.id, {})).rejects.toThrow(official.BadRequestError);
  });

  test.for(newOnly)('subscribes to the events that its release names', async () => {
    const { webhooks } = new official.default({ ...options, apiKey: fake.keys.admin }).beta.organization;
    const enabled_events = [
      'external_key.failed',
      'external_key.recovered',
      'user_profile.enforcement_action_opened',
      'user_profile.enforcement_action_resolved',
      'user_profile.program_status_updated',
    ];
    const endpoint = await webhooks.create({ url: 'http://127.0.0.1:9/', enabled_events });
    expect(endpoint.enabled_events).toEqual(enabled_events);
    await webhooks.delete(endpoint.id);
  });

  test.for(newOnly)('receives and verifies a webhook', async () => {
    const { webhooks } = new official.default({ ...options, apiKey: fake.keys.admin }).beta.organization;
    const vault = await client.beta.vaults.create({ display_name: 'Keys' });
    const receiver = createServer();
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${receiver.address().port}/`;
    const endpoint = await webhooks.create({ url, enabled_events: ['vault.archived'] });
    const archived = client.beta.vaults.archive(vault.id);
    const [[delivery, acknowledge]] = await Promise.all([once(receiver, 'request'), archived]);
    const body = await textOf(delivery);
    acknowledge.end();
    const { headers } = delivery;
    const event = client.beta.webhooks.unwrap(body, { headers, key: endpoint.signing_secret });
    expect(event.data).toMatchObject({ type: 'vault.archived', id: vault.id });
    expect((await collect(webhooks.list())).map(({ id }) => id)).toContain(endpoint.id);
    await webhooks.delete(endpoint.id);
    receiver.close();
  });
});
