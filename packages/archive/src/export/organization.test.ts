/** An archive belongs to one organization, whatever key reads it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ComplianceClient } from '@parlance/compliance';
import type { Middleware } from '@parlance/core-transport';
import { expect, test } from 'vitest';
import { activities, chats, directory, messages, ndjson, openArchive } from '../index.js';
import type { ExportOptions, ExportRun } from '../index.js';
import { exportWorld, testFolder, type ExportWorld, testRunner } from '../testing/export-world.js';

const SOURCES = {
  'with the directory': [directory(), activities(), chats(), messages()],
  'without the directory': [activities(), chats(), messages()],
};

function optionsFor(sources: ExportOptions['sources'], dir: string): Partial<ExportOptions> {
  const from = '2026-05-25T00:00:00Z';
  return { sources, activities: { window: '1d', history: '30d', from }, sinks: [ndjson({ dir })] };
}

/** A key of another organization. */
const foreign = (world: ExportWorld): ComplianceClient => world.client({ complianceKey: 'compliance-other' });

/** Another key of the same organization: the emulator has one per world, which replaces it. */
function rotated(world: ExportWorld): ComplianceClient {
  const accepting: Middleware = (next) => (request) => {
    expect(request.headers['authorization']).toBe('Bearer compliance-rotated');
    return next({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${world.fake.keys.compliance}` },
    });
  };
  return world.client({ complianceKey: 'compliance-rotated', middleware: [accepting] });
}

async function start(
  world: ExportWorld,
  options: Partial<ExportOptions>,
  { compliance = world.client(), join = false } = {},
): Promise<ExportRun> {
  const store = await world.openStore();
  const runner = await testRunner(store);
  const run = await world.define(options).start({ compliance, store, runner, join });
  void run.done.finally(() => runner.stop()).catch(() => {});
  return run;
}

/** Stops a run in the middle. */
async function interrupt(world: ExportWorld, options: Partial<ExportOptions>): Promise<void> {
  world.fake.setFaults([{ match: { operation: 'chats.messages' }, stall: true }]);
  const run = await start(world, options);
  for await (const { type } of run.events()) if (type === 'sealed') break;
  await run.stop();
  world.fake.setFaults([]);
}

/** The files of a folder, with their content. */
async function contentOf(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')])),
  );
}

test.each(Object.entries(SOURCES))(
  'a run is resumed with another key of the organization, %s',
  async (_, sources) => {
    const world = exportWorld();
    const dir = testFolder();
    const options = optionsFor(sources, dir);
    await interrupt(world, options);
    expect(await world.run(options, rotated(world))).toMatchObject({ state: 'done', run: 1, failures: [] });
    expect(await world.run(options, rotated(world))).toMatchObject({ state: 'done', run: 2, failures: [] });
    expect((await openArchive(dir)).manifest.organizations).toHaveLength(1);
  },
);

test.each(Object.entries(SOURCES))('a key of another organization is refused, %s', async (_, sources) => {
  const world = exportWorld();
  const dir = testFolder();
  const options = optionsFor(sources, dir);
  await interrupt(world, options);
  for (const run of [1, 2]) {
    const before = await contentOf(dir);
    const { done } = await start(world, options, { compliance: foreign(world) });
    await expect(done).rejects.toMatchObject({ name: 'ExportError', code: 'other_organization' });
    const [id] = (await openArchive(dir)).manifest.organizations ?? [];
    await expect(done).rejects.toThrow(`belongs to the organization ${id}, and the key to `);
    expect(await contentOf(dir)).toEqual(before);
    const status = await world.define(options).status({ store: await world.openStore() });
    expect(status).toMatchObject({ state: 'paused', run, problem: expect.stringContaining('another') });
    expect(await world.run(options)).toMatchObject({ state: 'done', run, problem: null, failures: [] });
  }
});

test('a process that joins with a key of another organization is refused, and the run continues', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const options = optionsFor(SOURCES['with the directory'], dir);
  world.fake.setFaults([{ match: { operation: 'chats.messages' }, stall: true }]);
  const run = await start(world, options, { join: true });
  for await (const { type } of run.events()) if (type === 'sealed') break;
  const other = await start(world, options, { join: true, compliance: foreign(world) });
  await expect(other.done).rejects.toMatchObject({ code: 'other_organization' });
  await run.stop();
  world.fake.setFaults([]);
  expect(await world.run(options)).toMatchObject({ state: 'done', run: 1, failures: [] });
});
