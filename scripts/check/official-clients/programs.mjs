/** What the READMEs of the official clients show, unchanged except for the address. Arguments: package, address, API key, admin key. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

const [name, baseURL, apiKey, adminKey] = process.argv.slice(2);
const { default: Client, NotFoundError, toFile } = await import(name);
const client = new Client({ baseURL, apiKey });
const model = 'claude-opus-4-7';
const hello = { model, max_tokens: 1024, messages: [{ role: 'user', content: 'Hello, world' }] };
const collect = async (pages) => {
  const found = [];
  for await (const item of pages) found.push(item);
  return found;
};

const message = await client.messages.create(hello);
assert.deepEqual(message.content, [{ type: 'text', text: 'You said: Hello, world', citations: null }]);
assert.match(message._request_id, /^req_/);

let text = '';
const stream = client.messages.stream(hello).on('text', (piece) => (text += piece));
assert.equal(text.length, 0);
const final = await stream.finalMessage();
assert.equal(text, 'You said: Hello, world');
assert.equal(final.stop_reason, 'end_turn');

let events = 0;
for await (const event of await client.messages.create({ ...hello, stream: true }))
  events += event.type ? 1 : 0;
assert.ok(events > 5);

const tool = { name: 'get_weather', description: 'Weather', input_schema: { type: 'object' } };
const asked = { role: 'user', content: '/tool get_weather {"at":"Oslo"}' };
const called = await client.messages.create({ ...hello, tools: [tool], messages: [asked] });
const use = called.content.find(({ type }) => type === 'tool_use');
assert.deepEqual(use.input, { at: 'Oslo' });
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: 'rain' }] };
const turns = [asked, { role: 'assistant', content: called.content }, result];
const answered = await client.messages.create({ ...hello, tools: [tool], messages: turns });
assert.match(answered.content[0].text, /rain/);

const runner = client.beta.messages.toolRunner({
  ...hello,
  messages: [asked],
  tools: [{ ...tool, type: 'custom', run: () => 'snow', parse: (input) => input }],
});
assert.match((await runner.runUntilDone()).content[0].text, /snow/);

assert.ok((await client.messages.countTokens({ model, messages: hello.messages })).input_tokens > 0);
const models = await collect(client.models.list({ limit: 5 }));
assert.ok(models.some(({ id }) => id === model));
assert.equal((await client.models.retrieve(model)).type, 'model');
await assert.rejects(client.models.retrieve('unknown-1'), NotFoundError);

for (const { batches } of [client.messages, client.beta.messages]) {
  const requests = [
    { custom_id: 'one', params: hello },
    { custom_id: 'two', params: { ...hello, model: 'unknown-1' } },
  ];
  const batch = await batches.create({ requests });
  assert.equal(batch.type, 'message_batch');
  let current = batch;
  while (current.processing_status !== 'ended') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    current = await batches.retrieve(batch.id);
  }
  const results = await collect(await batches.results(batch.id));
  const kinds = results.map(({ custom_id: id, result }) => `${id} ${result.type}`);
  assert.deepEqual(kinds, ['one succeeded', 'two errored']);
  assert.equal(results[0].result.message.model, model);
  assert.ok((await collect(batches.list({ limit: 1 }))).some(({ id }) => id === batch.id));
  const slow = { ...hello, messages: [{ role: 'user', content: '/wait 60' }] };
  const other = await batches.create({ requests: [{ custom_id: 'slow', params: slow }] });
  assert.equal((await batches.cancel(other.id)).processing_status, 'canceling');
  assert.equal((await batches.delete(batch.id)).type, 'message_batch_deleted');
}

const files = client.files ?? client.beta.files;
const file = await files.upload({ file: await toFile(Buffer.from('a,b'), 'data.csv', { type: 'text/csv' }) });
assert.equal(file.filename, 'data.csv');
assert.ok((await collect(files.list())).some(({ id }) => id === file.id));
assert.equal((await files.retrieveMetadata(file.id)).id, file.id);
await assert.rejects(files.download(file.id), { status: 400 });
assert.equal((await files.delete(file.id)).type, 'file_deleted');

const skills = client.skills ?? client.beta.skills;
const upload = async () => {
  const text = '---\nname: reports\ndescription: Writes reports.\n---\n';
  return { files: [await toFile(Buffer.from(text), 'reports/SKILL.md')] };
};
const skill = await skills.create(await upload());
const version = await skills.versions.create(skill.id, await upload());
assert.equal((await skills.retrieve(skill.id)).id, skill.id);
assert.equal((await collect(skills.versions.list(skill.id))).length, 2);
const versionName = version.version ?? version.id;
assert.equal(typeof skill.source, client.skills === undefined ? 'string' : 'object');
const found = await skills.versions.retrieve(versionName, { skill_id: skill.id });
assert.deepEqual([found.id, found.name], [version.id, 'reports']);
assert.ok((await collect(skills.list())).some(({ id }) => id === skill.id));
if (client.skills === undefined) {
  const archive = await skills.versions.download(versionName, { skill_id: skill.id });
  assert.equal(String.fromCharCode(...(await archive.bytes()).subarray(0, 2)), 'PK');
}
await skills.versions.delete(versionName, { skill_id: skill.id });
assert.equal((await skills.delete(skill.id)).type, 'skill_deleted');

const { agents, environments, sessions, vaults, memoryStores } = client.beta;
const agent = await agents.create({
  name: 'First agent',
  model,
  system: 'You are helpful.',
  tools: [{ type: 'agent_toolset_20260401' }],
});
const environment = await environments.create({ name: `first-${name}` });
const store = await memoryStores.create({ name: 'Notes' });
const session = await sessions.create({
  agent: agent.id,
  environment_id: environment.id,
  resources: [{ type: 'memory_store', memory_store_id: store.id }],
});
const live = await sessions.events.stream(session.id);
await sessions.events.send(session.id, {
  events: [{ type: 'user.message', content: [{ type: 'text', text: 'Hello' }] }],
});
const types = [];
for await (const event of live) {
  types.push(event.type);
  if (event.type === 'session.status_idle') break;
}
assert.ok(types.includes('agent.message'));
assert.ok((await collect(sessions.events.list(session.id))).length >= types.length);
if (client.skills !== undefined) {
  const limited = await sessions.create({
    agent: { type: 'agent_with_overrides', id: agent.id, system: 'Be brief.' },
    environment_id: environment.id,
    budget: { type: 'limit', max_list_cost: { amount: '100', currency: 'USD' } },
    initial_events: [{ type: 'user.message', content: [{ type: 'text', text: 'Hello' }] }],
  });
  assert.equal(limited.agent.system, 'Be brief.');
  assert.equal(limited.budget.max_list_cost.amount, '100');
  while ((await sessions.retrieve(limited.id)).status !== 'idle')
    await new Promise((resolve) => setTimeout(resolve, 100));
  const previewed = await sessions.events.stream(limited.id, { event_deltas: ['agent.message'] });
  await sessions.events.send(limited.id, {
    events: [
      { type: 'system.message', content: [{ type: 'text', text: 'Speak English.' }] },
      { type: 'user.message', content: [{ type: 'text', text: 'Hello' }] },
    ],
  });
  const seen = new Set();
  for await (const event of previewed) {
    seen.add(event.type);
    if (event.type === 'session.status_idle') break;
  }
  for (const type of ['system.message', 'event_start', 'event_delta', 'session.usage'])
    assert.ok(seen.has(type), type);
  const threads = await collect(sessions.threads.list(limited.id, { statuses: ['idle'] }));
  assert.equal(threads.length, 1);
}
const vault = await vaults.create({ display_name: 'Keys' });
assert.ok((await collect(vaults.list())).some(({ id }) => id === vault.id));

const hosted = await environments.create({ name: `hosted-${name}`, config: { type: 'self_hosted' } });
const queued = await sessions.create({ agent: agent.id, environment_id: hosted.id });
const { work } = environments;
const at = { environment_id: hosted.id };
assert.equal((await work.stats(hosted.id)).depth, 1);
const item = await work.poll(hosted.id);
assert.equal(item.data.id, queued.id);
assert.equal((await work.ack(item.id, at)).state, 'starting');
const beat = await work.heartbeat(item.id, { ...at, expected_last_heartbeat: 'NO_HEARTBEAT' });
assert.equal(beat.type, 'work_heartbeat');
assert.equal((await collect(work.list(hosted.id))).length, 1);
assert.match((await work.stop(item.id, { ...at, force: true })).state, /^stop/);

if (client.organization !== undefined) {
  const admin = new Client({ baseURL, apiKey: adminKey });
  const { workspaces, apiKeys, rateLimits, complianceSettings } = admin.organization;
  const [workspace] = await collect(workspaces.list());
  const [key] = await collect(apiKeys.list());
  assert.equal((await apiKeys.retrieve(key.id)).scope.type, 'workspace');
  assert.equal((await apiKeys.update(key.id, { name: 'First key' })).name, 'First key');
  const [limit] = await collect(rateLimits.list({ group_type: 'files' }));
  const limits = [{ type: 'requests_per_minute', value: 100 }];
  await workspaces.rateLimits.update(limit.id, { workspace_id: workspace.id, limits });
  const [own] = await collect(workspaces.rateLimits.list(workspace.id));
  assert.deepEqual([own.rate_limit_id, own.limits[0].value], [limit.id, 100]);
  assert.equal((await complianceSettings.retrieve()).type, 'compliance_settings');

  const { webhooks } = admin.beta.organization;
  const receiver = createServer();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const endpoint = await webhooks.create({
    url: `http://127.0.0.1:${receiver.address().port}/`,
    enabled_events: ['vault.archived'],
  });
  const [[delivery, acknowledge]] = await Promise.all([once(receiver, 'request'), vaults.archive(vault.id)]);
  const body = await textOf(delivery);
  acknowledge.end();
  const event = client.beta.webhooks.unwrap(body, {
    headers: delivery.headers,
    key: endpoint.signing_secret,
  });
  assert.deepEqual([event.data.type, event.data.id], ['vault.archived', vault.id]);
  assert.ok((await collect(webhooks.list())).some(({ id }) => id === endpoint.id));
  await webhooks.delete(endpoint.id);
  receiver.close();
}
console.log('works');
