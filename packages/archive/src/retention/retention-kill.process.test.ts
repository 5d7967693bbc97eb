import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { applyRetention, readRetentionJournal, retentionReport, type JournalEntry } from '../index.js';
import type { RetentionPlan } from './plan-file.js';
import { everything, retentionWorld, type RetentionWorld } from '../testing/retention-world.js';
import { bundleProgram, startProgram } from '../testing/start-program.js';

/** Kills; `npm run test:scale` sets more. */
const KILLS = Number(process.env['PARLANCE_TEST_KILLS'] ?? 5);

/** Chats to delete; `npm run test:scale` sets more. */
const CHATS = Number(process.env['PARLANCE_TEST_CHATS'] ?? 8 + KILLS * 4);

/** Lines that a process prints between two possible moments of a kill: most of the chats are deleted by processes that are killed. */
const LINES = Math.max(1, Math.floor(CHATS / KILLS / 4));

/** Bundles a program that applies the plan, and prints a line whenever it sends a request and after each chat. */
function applyProgram(world: RetentionWorld, { file: planFile }: RetentionPlan): Promise<string> {
  const options = {
    baseUrl: world.fake.url,
    complianceKey: world.fake.keys.compliance,
    archive: path.join(world.dir, 'archive'),
    ...world.location,
    planFile,
    rules: everything,
  };
  const contents = `
    import { openArchive, applyRetention } from './index.ts';
    import { ComplianceClient } from '@parlance/compliance';
    import { openStore } from '@parlance/durable';
    const options = ${JSON.stringify(options)};
    const printing = (next) => async (request) => {
      if (request.method === 'DELETE') console.log('sending');
      const response = await next(request);
      if (request.method === 'DELETE') console.log('sent');
      return response;
    };
    const compliance = new ComplianceClient({
      baseUrl: options.baseUrl, complianceKey: options.complianceKey, middleware: [printing],
    });
    const store = await openStore(options.url, { schema: options.schema, maxConnections: 4 });
    await applyRetention(options.planFile, {
      compliance, store, archive: await openArchive(options.archive), rules: options.rules,
      approvers: 'none', maxChats: ${CHATS}, canary: { chats: 2 },
      onEvent: () => console.log('chat'),
    });
    await store.close();
    await compliance.close();
  `;
  return bundleProgram(contents);
}

/** Resolves when the process has printed a number of lines, or has exited. */
async function printed(child: ChildProcess, count: number): Promise<void> {
  const exited = once(child, 'exit');
  const { promise, resolve } = Promise.withResolvers<void>();
  let lines = 0;
  createInterface({ input: child.stdout! }).on('line', () => {
    lines += 1;
    if (lines >= count) resolve();
  });
  await Promise.race([promise, exited]);
}

test(
  'no deletion is lost from the journal or counted twice when the process is killed at any moment',
  async ({ annotate }) => {
    const demo = { chats: CHATS };
    const world = await retentionWorld({ listen: true, limit: CHATS, demo, journalSize: CHATS * 20 });
    const startedAt = performance.now();
    const plan = await world.plan({ approvers: 'none' });
    const plannedAt = performance.now();
    const program = await applyProgram(world, plan);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startProgram(program);
      onTestFinished(() => void child.kill('SIGKILL'));
      const exited = once(child, 'exit');
      // Before, during and after the request, at varying places.
      await printed(child, 1 + ((kill * 5) % 11) * LINES);
      child.kill('SIGKILL');
      expect(await exited).toEqual([null, 'SIGKILL']);
    }
    const result = await applyRetention(plan, {
      compliance: world.compliance,
      store: world.store,
      archive: world.archive,
      rules: everything,
      approvers: 'none',
      maxChats: CHATS,
    });
    await annotate(
      `${world.chats.length} chats: planned in ${Math.round(plannedAt - startedAt)} ms, deleted in ${Math.round(performance.now() - plannedAt)} ms`,
    );

    const { deleted, was_gone, unknown, changed } = result;
    expect({ gone: deleted + unknown, was_gone, changed }).toEqual({
      gone: world.chats.length,
      was_gone: 0,
      changed: 0,
    });
    // Nothing was lost: each request that the service received has an intent, and each chat one outcome.
    const entries: JournalEntry[] = [];
    for await (const entry of readRetentionJournal(world.store)) entries.push(entry);
    const of = (type: JournalEntry['type']) =>
      entries.flatMap((entry) => (entry.type === type && 'chat' in entry ? [entry.chat] : []));
    const intents = new Set(of('intent'));
    const received = world.fake
      .journal()
      .filter(({ method, status }) => method === 'DELETE' && status === 200)
      .map(({ path: url }) => url.split('/').at(-1));
    expect(of('outcome').sort()).toEqual(world.chats.map(({ id }) => id));
    expect(received.toSorted()).toEqual(world.chats.map(({ id }) => id));
    expect(received.filter((chat) => !intents.has(chat ?? ''))).toEqual([]);
    expect(await retentionReport({ store: world.store })).toMatchObject({
      plans: [{ open: [], stopped: null }],
    });
  },
  60_000 + KILLS * 20_000 + CHATS * 100,
);
