/** A fleet of processes that is disturbed in every way we know. `npm run test:scale` runs it with 32 members and 20,000 calls. */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { databaseProxy } from '@parlance/testing/database-proxy';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { openToolCalls } from './tool-calls.js';
import { FleetProcesses } from './testing/fleet-processes.js';

/** 50 with `npm run test:scale`. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 0);
const IS_SCALE = KILLS > 0;
const { members, sessions, turns, disturbances } = IS_SCALE
  ? { members: Math.min(32, 2 + KILLS), sessions: 40 * KILLS, turns: 5, disturbances: 10 * KILLS }
  : { members: 3, sessions: 16, turns: 3, disturbances: 14 };
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

/** An emulator with an environment, a store that can be taken away, and a fleet. */
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
  const postgres = process.env['PARLANCE_TEST_POSTGRES'];
  const proxy = postgres === undefined ? undefined : await databaseProxy(postgres);
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const location = proxy?.url ?? `sqlite:${path.join(folder, 'store.db')}`;
  const store = await openStore(postgres ?? location, { schema });
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
    proxy,
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
  async 'store away'({ proxy }) {
    await proxy?.down();
    await sleep(500);
    await proxy?.up();
  },
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

/** Disturbs the fleet while its sessions are open. Waits until each disturbance is over. */
async function disturb(fleet: OpenFleet, until: AbortSignal): Promise<number> {
  const ways = Object.values(DISTURBANCES);
  let count = 0;
  for (; count < disturbances && !until.aborted; count += 1) {
    await sleep(randomInt(IS_SCALE ? 3000 : 400));
    const over = ways[count % ways.length]?.(fleet);
    // Pauses overlap with what follows.
    if (count % ways.length !== 3) await over;
  }
  return count;
}

/** Has a session take its turns, and returns the results of its calls. */
async function converse({ client, place }: OpenFleet): Promise<string[]> {
  const { id } = await client.sessions.create(place);
  const results: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { reason, text } = await client.sessions.run(id, { input: CALLS.join('\n') });
    expect(reason).toBe('end_turn');
    results.push(...text.replace('You said: ', '').split('\n'));
  }
  return results;
}

/** Times from a kill or a pause until another process has a call that the disturbed one was running. */
function takeovers({ folder, fleet }: OpenFleet): number[] {
  const running = new Map<string, number>();
  const began = readFileSync(path.join(folder, 'log.ndjson'), 'utf8').trim().split('\n');
  return began.flatMap((line) => {
    const {
      at,
      process: id,
      event,
      key,
    } = JSON.parse(line) as {
      readonly at: number;
      readonly process: number;
      readonly event: string;
      readonly key: string;
    };
    const earlier = running.get(key);
    if (event === 'ends') running.delete(key);
    else running.set(key, id);
    if (event === 'ends' || earlier === undefined || earlier === id) return [];
    const disturbed = fleet.disturbances.find((one) => one.process === earlier);
    return disturbed === undefined ? [] : [at - disturbed.at];
  });
}

test('a disturbed fleet finishes every call once', { timeout: 3_600_000 }, async ({ annotate }) => {
  const fleet = await openFleet();
  const over = new AbortController();
  const disturbed = disturb(fleet, over.signal);
  let left = sessions;
  const results: string[] = [];
  const drivers = Array.from({ length: OPEN }, async () => {
    for (; left > 0;) {
      left -= 1;
      results.push(...(await converse(fleet)));
    }
  });
  await Promise.all(drivers);
  over.abort();
  const count = await disturbed;
  fleet.fake.setFaults([]);

  expect(results).toHaveLength(sessions * turns * CALLS.length);
  const refused = await (await openToolCalls(fleet.store)).refused();
  // A refusal is recorded before the agent receives it. After a kill in between, another process may have sent the result with success.
  expect(results.filter((result) => result !== 'done').length).toBeLessThanOrEqual(refused.length);
  expect(results.filter((result) => result !== 'done' && !result.includes('rejected'))).toEqual([]);
  expect(readdirSync(path.join(fleet.folder, 'charges'))).toHaveLength(sessions * turns);
  const booked: unknown[] = [];
  for await (const { value } of fleet.store.checkpoints.list('booked/')) booked.push(value);
  expect([booked.length, new Set(booked)]).toEqual([sessions * turns, new Set([1])]);
  const times = takeovers(fleet).toSorted((a, b) => a - b);
  const figure = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? 0;
  await annotate(
    `${members} members, ${results.length} calls, ${count} disturbances, ${refused.length} refused results; ` +
      `${times.length} takeovers: median ${figure(0.5)} ms, p99 ${figure(0.99)} ms`,
  );
});
