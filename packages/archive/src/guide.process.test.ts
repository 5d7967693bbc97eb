/** Runs the programs of the guide, as a reader does: one after the other, in one folder. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFake, type FakeOptions } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { HEC_TOKEN, startHec } from './testing/hec-server.js';
import { guidePrograms, guideSetUp } from './testing/guide-programs.js';
import { bundleProgram, startProgram } from './testing/start-program.js';
import { temporaryFolder } from './testing/write-archive.js';

/** Starts a service; returns the variables of its clients. */
async function service(clock?: FakeOptions['clock']): Promise<Readonly<Record<string, string>>> {
  const fake = createFake({ seed: 'demo', clock });
  onTestFinished(() => fake.close());
  const { url } = await fake.listen({ port: 0 });
  return { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: fake.keys.compliance };
}

/** Starts a collector; returns its variables and the events that it has received. */
async function collector(): Promise<{ env: Record<string, string>; events: { class_uid: number }[] }> {
  const events: { class_uid: number }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.headers.authorization !== 'Bearer secret') return response.writeHead(401).end();
      for (const line of body.trimEnd().split('\n')) events.push(JSON.parse(line) as { class_uid: number });
      return response.writeHead(200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { env: { COLLECTOR_URL: url, COLLECTOR_TOKEN: 'secret' }, events };
}

/** Runs a program in a folder; returns what it printed. */
async function run(
  name: string,
  dir: string,
  options: { env?: Record<string, string>; args?: string[] } = {},
) {
  // It starts in the folder of this package, where its dependencies are.
  const child = startProgram(await bundleProgram(guidePrograms.get(name) ?? '', dir), options);
  const exited = once(child, 'exit');
  const printed = await text(child.stdout!);
  expect([name, ...(await exited)]).toEqual([name, 0, null]);
  return printed;
}

test('the programs of the guide export, verify, search, hold and delete', { timeout: 300_000 }, async () => {
  const dir = await temporaryFolder();
  const env = await service();
  expect(await run('export.mjs', dir, { env })).toMatch(/\d+ records, \d+ certificates, 0 failures\n$/);
  expect(await run('verify.mjs', dir)).toMatch(/^intact: \d+ certificates/);
  expect(await run('search.mjs', dir, { args: ['invoice'] })).toMatch(
    /^\d+ hits\n[^]*is listed according to certificate \d+\n/,
  );
  expect(await run('hold.mjs', dir)).toContain('matter 2026-12');
  const plan = await run('plan.mjs', dir);
  expect(plan).toMatch(/sign: \w{64}/);
  const [, count] = /to_delete: (\d+)/.exec(plan) ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  const applied = await run('apply.mjs', dir, { env });
  expect(applied).toContain(`deleted: ${count}`);
  await run('export.mjs', dir, { env });
  expect(await run('report.mjs', dir)).toMatch(new RegExp(`deleted: ${count}`));
});

test('the shell example installs what the programs import, and sets the variables of the service', async () => {
  const programs = [...guidePrograms.values()].join('\n');
  const imported = new Set(Array.from(programs.matchAll(/from '([^'.]+)'/g), ([, name]) => name));
  const [, installed = ''] = /^npm install (?:--\S+ )*(.*)$/m.exec(guideSetUp) ?? [];
  expect(installed.split(' ')).toEqual([...imported].sort());
  const variables = Array.from(guideSetUp.matchAll(/^export (\w+)=/gm), ([, name]) => name);
  expect(variables).toEqual(Object.keys(await service()));
});

test('the program that explains an export estimates requests and days', async () => {
  const printed = await run('explain.mjs', await temporaryFolder(), { args: ['100'] });
  expect(printed).toMatch(/^first run: \d+ requests, [\d.]+ days, \d+ bytes\neach day: /);
});

test('the program for a collector sends OCSF events', { timeout: 120_000 }, async () => {
  const { env, events } = await collector();
  const printed = await run('siem.mjs', await temporaryFolder(), { env: { ...(await service()), ...env } });
  const { length } = events;
  expect(printed).toBe(`${length} sealed, ${length} delivered, 0 rejected, 0 certificates pending\n`);
  expect(events.every(({ class_uid }) => class_uid >= 3000 || class_uid === 0)).toBe(true);
});

test(
  'the program for Splunk sends events as they happen, until it is interrupted',
  { timeout: 180_000 },
  async () => {
    const { url, events } = await startHec();
    const env = { SPLUNK_URL: url, SPLUNK_TOKEN: HEC_TOKEN };
    const program = await bundleProgram(guidePrograms.get('splunk.mjs') ?? '', await temporaryFolder());
    const child = startProgram(program, { env: { ...(await service({ mode: 'running' })), ...env } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    // Its own requests are activities.
    await expect.poll(() => events.length, { timeout: 120_000 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    for (const one of events)
      expect(one).toMatchObject({ time: Number(one.event['time']) / 1000, sourcetype: 'ocsf' });
  },
);
