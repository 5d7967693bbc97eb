/** A fleet of processes that is disturbed in every way we know. `npm run test:scale` runs it with 32 members and 20,000 calls. */
import { randomInt, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { recordStorm } from '@parlance/testing/workers/storm-records';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { openToolCalls } from './tool-calls.js';
import { FleetProcesses } from './testing/fleet-processes.js';

/** 50 with `npm run test:scale`. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 0);
const IS_SCALE = KILLS > 0;
const { members, sessions, turns, disturbances } = IS_SCALE
  ? { members: Math.min(32, 2 + KILLS), sessions: 40 * KILLS, turns: 5, disturbances: 10 * KILLS }
  : { members: 4, sessions: 40, turns: 3, disturbances: 15 };
/** Sessions that are open at the same time. */
const OPEN = Math.min(sessions, 200);
/** Calls of a turn. */
const CALLS = ['/tool charge {}', '/tool book {}'];
const FIVE_MINUTES = 300_000;

/** Folder of the test, inside the package for the dependencies of the workers. */
function temporary(parent: string): string {
  const folder = mkdtempSync(path.join(parent, '.fleet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server that can be restarted, on PostgreSQL. */
async function startServer() {
  if (process.env['PARLANCE_TEST_POSTGRES'] === undefined) return undefined;
  // Not loaded on SQLite.
  const { startPostgresServer } = await import('@parlance/testing/postgres-server');
  const server = await startPostgresServer();
  onTestFinished(() => server.stop());
  return server;
}

/** An emulator with an environment, a store (on PostgreSQL, a server that can be restarted), and a fleet. */
async function openFleet() {
  const fake = createFake();
  const { url } = await fake.listen();
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const folder = temporary(tmpdir());
  mkdirSync(path.join(folder, 'charges'));
  writeFileSync(path.join(folder, 'log.ndjson'), '');
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: ['charge', 'book'].map((name) => ({
      type: 'custom' as const,
      name,
      description: 'd',
      input_schema: { type: 'object' as const },
    })),
  });
  const server = await startServer();
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const location = server?.url ?? `sqlite:${path.join(folder, 'store.db')}`;
  const store = await openStore(location, { schema });
  const args = [url, fake.keys.api, environment.id, location, schema, folder];
  const root = temporary(path.join(import.meta.dirname, '../node_modules'));
  const fleet = await FleetProcesses.start({ root, members, args });
  onTestFinished(async () => {
    await fleet[Symbol.asyncDispose]();
    await store.close();
    await client.close();
    await fake[Symbol.asyncDispose]();
  });
  return {
    fake,
    client,
    store,
    fleet,
    server,
    folder,
    place: { agent: agent.id, environment_id: environment.id },
  };
}

type OpenFleet = Awaited<ReturnType<typeof openFleet>>;

/** The ways to disturb a fleet. */
const DISTURBANCES: Record<string, (fleet: OpenFleet) => Promise<void> | void> = {
  kill: ({ fleet }) => fleet.end(randomInt(fleet.size), 'SIGKILL'),
  stop: ({ fleet }) => fleet.end(randomInt(fleet.size), 'SIGTERM'),
  'wrong clock': ({ fleet }) =>
    fleet.end(randomInt(fleet.size), 'SIGKILL', randomInt(2) === 0 ? FIVE_MINUTES : -FIVE_MINUTES),
  async pause({ fleet }) {
    const resume = fleet.pause(randomInt(fleet.size));
    // Longer than its lease.
    await sleep(IS_SCALE ? 9000 : 2500);
    resume();
  },
  'database restart': ({ server }) => server?.restart(),
  'cut stream': ({ fake }) =>
    fake.setFaults([
      {
        match: { operation: 'sessions.events.stream' },
        times: 5,
        stream: { cut_after_bytes: randomInt(2000) },
      },
    ]),
  'refused result': ({ fake }) =>
    fake.setFaults([
      {
        match: { operation: 'sessions.events.send', body_contains: 'user.custom_tool_result' },
        times: 1,
        status: 400,
      },
    ]),
};

/** Disturbs a fleet, evenly over its calls. */
class Storm {
  readonly #fleet: OpenFleet;
  readonly #all: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  constructor(fleet: OpenFleet) {
    this.#fleet = fleet;
  }

  /** Disturbs the fleet as often as it should have been when a part of its calls is done. */
  advance(part: number): void {
    const ways = Object.entries(DISTURBANCES);
    for (; this.#count < Math.floor(disturbances * part); this.#count += 1) {
      const [name, disturb] = ways[this.#count % ways.length] ?? [];
      const next = this.#last.then(() => disturb?.(this.#fleet));
      this.#all.push(next);
      // Pauses overlap with what follows.
      if (name !== 'pause') this.#last = next;
    }
  }

  /** Waits until all disturbances are over, and returns how many there were. */
  async end(): Promise<number> {
    await Promise.all(this.#all);
    this.#fleet.fake.setFaults([]);
    return this.#count;
  }
}

/** Has a session take its turns, and reports the results of its calls. */
async function converse({ client, place }: OpenFleet, onResults: (results: string[]) => void): Promise<void> {
  const { id } = await client.sessions.create(place);
  for (let turn = 0; turn < turns; turn += 1) {
    const { reason, text } = await client.sessions.run(id, { input: CALLS.join('\n') });
    expect(reason).toBe('end_turn');
    onResults(text.replace('You said: ', '').split('\n'));
  }
}

/** A person who resumes sessions in quarantine: one refusal may hit a result, and the next one the report of that. */
async function resume({ store }: OpenFleet, signal: AbortSignal): Promise<void> {
  const calls = await openToolCalls(store);
  while (!signal.aborted) {
    await sleep(500);
    // The database may be away.
    const sessions = await calls.quarantined().catch(() => []);
    for (const { sessionId } of sessions) await calls.resume(sessionId).catch(() => undefined);
  }
}

/** What a process has written to the log of the fleet. */
interface LogLine {
  readonly at: number;
  readonly process: number;
  readonly event: 'runs' | 'finds' | 'misses' | 'ends' | 'serves' | 'leaves';
  readonly key: string;
}

function readLog({ folder }: OpenFleet): LogLine[] {
  const lines = readFileSync(path.join(folder, 'log.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** Returns the calls that ran more often than they should: again only after somebody has found out that they had no effect. */
function repeated(fleet: OpenFleet): string[] {
  const allowed = new Map<string, number>();
  return readLog(fleet).flatMap(({ event, key }) => {
    const left = allowed.get(key) ?? 1;
    if (event === 'misses') allowed.set(key, left + 1);
    if (event !== 'runs' || !existsSync(path.join(fleet.folder, 'charges', key))) return [];
    allowed.set(key, left - 1);
    return left === 0 ? [key] : [];
  });
}

/**
 * Times from a kill or a pause until another process has a session or a call of the disturbed one, by the clock of the machine. It is that of the
 * database, which runs here as well.
 */
function takeovers(fleet: OpenFleet): number[] {
  const owners = new Map<string, number>();
  return readLog(fleet).flatMap(({ at, process: id, event, key }) => {
    const earlier = owners.get(key);
    if (event === 'ends' || event === 'leaves') {
      if (earlier === id) owners.delete(key);
      return [];
    }
    owners.set(key, id);
    if (earlier === undefined || earlier === id) return [];
    const disturbed = fleet.fleet.disturbances.findLast(
      (one) => one.process === earlier && one.at <= at && at <= (one.until ?? Infinity),
    );
    return disturbed === undefined ? [] : [at - disturbed.at];
  });
}

test('a disturbed fleet finishes every call once', { timeout: 3_600_000 }, async ({ annotate }) => {
  const fleet = await openFleet();
  const storm = new Storm(fleet);
  const total = sessions * turns * CALLS.length;
  let left = sessions;
  const results: string[] = [];
  const drivers = Array.from({ length: OPEN }, async () => {
    for (; left > 0;) {
      left -= 1;
      await converse(fleet, (some) => {
        results.push(...some);
        storm.advance(results.length / total);
      });
    }
  });
  const over = new AbortController();
  const resuming = resume(fleet, over.signal);
  await Promise.all(drivers);
  over.abort();
  await resuming;
  expect(await storm.end()).toBe(disturbances);
  await expect.poll(() => fleet.fleet.running, { timeout: 60_000 }).toBe(members);

  expect(results).toHaveLength(total);
  const refused = await (await openToolCalls(fleet.store)).refused();
  // A refusal is recorded before the agent receives it. After a kill in between, another process may have sent the result with success.
  expect(results.filter((result) => result !== 'done').length).toBeLessThanOrEqual(refused.length);
  expect(results.filter((result) => result !== 'done' && !result.includes('rejected'))).toEqual([]);
  expect(repeated(fleet)).toEqual([]);
  expect(readdirSync(path.join(fleet.folder, 'charges'))).toHaveLength(sessions * turns);
  const booked: unknown[] = [];
  for await (const { value } of fleet.store.checkpoints.list('booked/')) booked.push(value);
  expect([booked.length, new Set(booked)]).toEqual([sessions * turns, new Set([1])]);
  const times = takeovers(fleet).toSorted((a, b) => a - b);
  const figure = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? 0;
  const found = {
    count: times.length,
    medianMs: figure(0.5),
    p99Ms: figure(0.99),
    longestMs: figure(1),
  };
  recordStorm({
    store: fleet.server === undefined ? 'SQLite' : 'PostgreSQL 18',
    members,
    calls: results.length,
    disturbances,
    takeovers: found,
  });
  await annotate(
    `${members} members, ${results.length} calls, ${disturbances} disturbances, ${refused.length} refused results; takeovers: ${JSON.stringify(found)}`,
  );
});
