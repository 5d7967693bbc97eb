/** Runs random commands against the emulator and a small model of it, and compares the two. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker, type Asked } from '../testing/index.js';

const BETAS = 'managed-agents-2026-04-01,user-profiles-2026-03-24';
const KINDS = ['vaults', 'memory_stores', 'agents', 'user_profiles'] as const;
type Kind = (typeof KINDS)[number];

/** The model's view of a record. */
interface Known {
  readonly id: string;
  name: string;
  version: number;
  isArchived: boolean;
  isDeleted: boolean;
}

/** A page-by-page walk through a list while records are created and deleted. */
interface Walk {
  readonly kind: Kind;
  readonly limit: number;
  readonly atStart: ReadonlySet<string>;
  readonly seen: string[];
  page: string | null;
}

interface Started {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly version: number;
}

const nameOf = (kind: Kind) => (kind === 'vaults' ? 'display_name' : 'name');
const bodyOf = (kind: Kind, name: string) => ({
  [nameOf(kind)]: name,
  ...(kind === 'agents' ? { model: 'm' } : {}),
});

class System {
  readonly fake = createFake({ checkResponses: true });
  readonly #send = asker(this.fake, BETAS);
  readonly known: Record<Kind, Known[]> = { vaults: [], memory_stores: [], agents: [], user_profiles: [] };
  readonly sessions: Started[] = [];
  readonly walks: Walk[] = [];
  #names = 0;
  #environment: string | undefined;

  /** Sends a request and asserts that the response contains no secret. */
  async ask(line: Parameters<typeof this.send>[0], body?: unknown): Promise<Asked> {
    const answer = await this.send(line, body);
    assert.ok(!JSON.stringify(answer.json).includes('canary'));
    assert.ok(answer.status < 500);
    return answer;
  }

  readonly send = this.#send;

  async create(kind: Kind): Promise<void> {
    const name = `n${this.#names++}`;
    const { json } = await this.ask(`POST /v1/${kind}`, bodyOf(kind, name));
    this.known[kind].push({ id: json.id, name, version: 1, isArchived: false, isDeleted: false });
    if (kind !== 'vaults') return;
    const auth = { type: 'static_bearer', mcp_server_url: 'https://a.example', token: 'canary-token' };
    assert.equal((await this.ask(`POST /v1/vaults/${json.id}/credentials`, { auth })).status, 200);
  }

  async update(kind: Kind, at: number, isChange: boolean): Promise<void> {
    const record = this.#pick(kind, at);
    if (record === undefined) return;
    const name = isChange ? `n${this.#names++}` : record.name;
    const version = kind === 'agents' ? { version: record.version } : {};
    const { status, json } = await this.ask(`POST /v1/${kind}/${record.id}`, {
      ...version,
      [nameOf(kind)]: name,
    });
    const isReadOnly = record.isArchived && kind !== 'vaults';
    assert.equal(status, record.isDeleted ? 404 : isReadOnly ? 409 : 200);
    if (status !== 200) return;
    if (name !== record.name) record.version++;
    record.name = name;
    assert.equal(json[nameOf(kind)], name);
  }

  async archive(kind: Kind, at: number): Promise<void> {
    const record = this.#pick(kind, at);
    if (record === undefined || kind === 'user_profiles') return;
    const { status } = await this.ask(`POST /v1/${kind}/${record.id}/archive`);
    assert.equal(status, record.isDeleted ? 404 : 200);
    record.isArchived = true;
  }

  async remove(kind: Kind, at: number): Promise<void> {
    const record = this.#pick(kind, at);
    if (record === undefined || kind === 'user_profiles' || kind === 'agents') return;
    const { status } = await this.ask(`DELETE /v1/${kind}/${record.id}`);
    assert.equal(status, record.isDeleted ? 404 : 200);
    record.isDeleted = true;
  }

  async start(at: number): Promise<void> {
    const agent = this.#pick('agents', at);
    if (agent === undefined) return;
    this.#environment ??= (await this.ask('POST /v1/environments', { name: 'env' })).json.id as string;
    const repository = {
      type: 'githost_repository',
      url: 'https://h.example/a/b',
      authorization_token: 'canary-repo',
    };
    const body = { agent: agent.id, environment_id: this.#environment, resources: [repository] };
    const { status, json } = await this.ask('POST /v1/sessions', body);
    assert.equal(status, agent.isArchived ? 400 : 200);
    if (status === 200)
      this.sessions.push({ id: json.id, agentId: agent.id, name: agent.name, version: agent.version });
  }

  startWalk(kind: Kind, limit: number): void {
    const listed = this.known[kind].filter((record) => !record.isDeleted).map(({ id }) => id);
    this.walks.push({ kind, limit, atStart: new Set(listed), seen: [], page: '' });
  }

  async advance(walk: Walk): Promise<void> {
    if (walk.page === null) return;
    const all = walk.kind === 'user_profiles' ? '' : '&include_archived=true';
    const page = walk.page === '' ? '' : `&page=${walk.page}`;
    const { status, json } = await this.ask(`GET /v1/${walk.kind}?limit=${walk.limit}${all}${page}`);
    assert.equal(status, 200);
    walk.seen.push(...json.data.map(({ id }: { id: string }) => id));
    walk.page = json.next_page;
  }

  /** Asserts the invariants. */
  async check(): Promise<void> {
    for (const kind of KINDS) {
      const alive = this.known[kind].filter((record) => !record.isDeleted).toReversed();
      const listed = async (query: string) =>
        (await this.ask(`GET /v1/${kind}?limit=100${query}`)).json.data.map(({ id }: { id: string }) => id);
      const shown = kind === 'user_profiles' ? alive : alive.filter((record) => !record.isArchived);
      assert.deepEqual(
        await listed(''),
        shown.map(({ id }) => id),
      );
      if (kind !== 'user_profiles')
        assert.deepEqual(
          await listed('&include_archived=true'),
          alive.map(({ id }) => id),
        );
      for (const record of this.known[kind]) await this.#checkRecord(kind, record);
    }
    for (const { id, ...agent } of this.sessions) {
      const { json } = await this.ask(`GET /v1/sessions/${id}`);
      const { id: agentId, name, version } = json.agent;
      assert.deepEqual({ agentId, name, version }, agent);
    }
    await this.ask('GET /v1/sessions');
  }

  async #checkRecord(kind: Kind, record: Known): Promise<void> {
    const { status, json } = await this.ask(`GET /v1/${kind}/${record.id}`);
    assert.equal(status, record.isDeleted ? 404 : 200);
    if (status !== 200) return;
    assert.equal(json[nameOf(kind)], record.name);
    if (kind === 'agents') assert.equal(json.version, record.version);
    if (kind !== 'user_profiles') assert.equal(json.archived_at !== null, record.isArchived);
  }

  #pick(kind: Kind, at: number): Known | undefined {
    return this.known[kind][at % Math.max(1, this.known[kind].length)];
  }
}

const kind = fc.constantFrom(...KINDS);
const at = fc.nat(20);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), kind }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('update' as const), kind, at, isChange: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('archive' as const), kind, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), kind, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('walk' as const), kind, limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
);

type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

async function perform(system: System, step: Command): Promise<void> {
  switch (step.do) {
    case 'create':
      return system.create(step.kind);
    case 'update':
      return system.update(step.kind, step.at, step.isChange);
    case 'archive':
      return system.archive(step.kind, step.at);
    case 'remove':
      return system.remove(step.kind, step.at);
    case 'start':
      return system.start(step.at);
    case 'walk':
      return system.startWalk(step.kind, step.limit);
    default:
      for (const walk of system.walks) await system.advance(walk);
  }
}

/** A walk yields every record that existed throughout exactly once, newest first, without duplicates. */
function checkWalk(system: System, walk: Walk): void {
  assert.equal(new Set(walk.seen).size, walk.seen.length);
  const records = system.known[walk.kind];
  const survivors = records.filter((record) => walk.atStart.has(record.id) && !record.isDeleted);
  for (const { id } of survivors) assert.ok(walk.seen.includes(id));
  const order = walk.seen.map((id) => records.findIndex((record) => record.id === id));
  assert.deepEqual(
    order,
    order.toSorted((left, right) => right - left),
  );
}

test('matches the model over any sequence of commands', async () => {
  const property = fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const system = new System();
      for (const step of commands) await perform(system, step);
      await system.check();
      for (const walk of system.walks) {
        while (walk.page !== null) await system.advance(walk);
        checkWalk(system, walk);
      }
    }),
    { numRuns: 60 },
  );
  await expect(property).resolves.toBeUndefined();
}, 60_000);
