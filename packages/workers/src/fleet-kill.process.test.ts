/** A fleet of processes whose members are killed, stopped and paused. */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

/** Disturbances per fleet; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 8);
const MEMBERS = 3;
const SESSIONS = Math.max(6, KILLS);
const CALLS = 8;

let root = '';
let program = '';

beforeAll(async () => {
  // In the package, for the packages that are not part of the bundle.
  root = mkdtempSync(path.join(import.meta.dirname, '../node_modules/.fleet-'));
  program = path.join(root, 'worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'testing/fleet-worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg-native', 'pg-boss'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts a fleet, whose members are replaced when they end. */
async function openFleet() {
  const fake = createFake();
  const { url } = await fake.listen();
  const client = new ManagedAgentsClient({ baseUrl: url, apiKey: fake.keys.api });
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-fleet-'));
  const effects = path.join(folder, 'effects.txt');
  writeFileSync(effects, '');
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  const store = process.env['PARLANCE_TEST_POSTGRES'] ?? `sqlite:${path.join(folder, 'store.db')}`;
  const args = [
    url,
    fake.keys.api,
    environment.id,
    store,
    `test_${randomUUID().replaceAll('-', '')}`,
    effects,
  ];
  const members: ChildProcess[] = [];
  let isOver = false;
  const start = (index: number): void => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    members[index] = child;
    child.once('exit', () => {
      if (!isOver) start(index);
    });
  };
  for (let index = 0; index < MEMBERS; index += 1) start(index);
  onTestFinished(async () => {
    isOver = true;
    const ended = members.map((member) => once(member, 'exit'));
    for (const member of members) member.kill('SIGKILL');
    await Promise.all(ended);
    await client.close();
    await fake[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const agent = await client.agents.create({
    model: 'm',
    name: 'Cashier',
    tools: [{ type: 'custom', name: 'charge', description: 'd', input_schema: { type: 'object' } }],
  });
  return {
    members,
    effects: () => readFileSync(effects, 'utf8').trim().split('\n'),
    /** Has a session make calls one after the other, and returns the replies. */
    async session(): Promise<string[]> {
      const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
      const replies: string[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        const { text } = await client.sessions.run(id, { input: `/tool charge {"n":${call}}` });
        replies.push(text);
      }
      return replies;
    },
  };
}

test.each<[string, readonly NodeJS.Signals[]]>([
  ['killed and stopped', ['SIGKILL', 'SIGTERM']],
  ['paused', ['SIGSTOP']],
])('a fleet whose members are %s finishes every call', { timeout: 600_000 }, async (_, signals) => {
  const { members, effects, session } = await openFleet();
  const replies = Promise.all(Array.from({ length: SESSIONS }, session));
  const done = new AbortController();
  const all = replies.finally(() => done.abort());
  for (let count = 0; count < KILLS && !done.signal.aborted; count += 1) {
    await sleep(100 + Math.random() * 300);
    const member = members[randomInt(MEMBERS)];
    const signal = signals[randomInt(signals.length)];
    member?.kill(signal);
    if (signal !== 'SIGSTOP') continue;
    // Longer than its lease.
    await sleep(2500);
    member?.kill('SIGCONT');
  }
  expect(new Set((await all).flat())).toEqual(new Set(['You said: charged']));
  const taken = effects();
  expect(new Set(taken).size).toBe(SESSIONS * CALLS);
  // A paused process cannot be kept from an effect that it was about to cause; the key of the call shows that it is the same.
  if (!signals.includes('SIGSTOP')) expect(taken).toHaveLength(SESSIONS * CALLS);
});
