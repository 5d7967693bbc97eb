/** Collectors that reject, that are away, and what the command says about them. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpCli();

/** Starts a collector whose responses have a status. */
async function collector(): Promise<{ readonly address: string; status: number }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(state.status).end('not accepted'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const state = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, status: 200 };
  return state;
}

/** A sink without imports: the program of the command in this test has no packages. */
const SINK = `{
  name: 'siem',
  remote: true,
  probe: async () => {},
  open: async () => ({
    close: async () => {},
    begin: async (unit, { report }) => {
      const records = [];
      const commit = async () => {
        for (const record of records) {
          const { status } = await fetch(ADDRESS, { method: 'POST', body: record.id });
          const rejection = { record, id: record.id, sent: record.id, reason: 'not accepted', status, response: null };
          if (status === 400) report.rejected(rejection);
          else if (status !== 200) throw new Error('status ' + status);
        }
        return null;
      };
      return { write: async (more) => void records.push(...more), abort: async () => {}, commit };
    },
  }),
}`;

async function setUp(world: string, address: string) {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = `const ADDRESS = '${address}';
export default {
  export: { activities: { from: '${from}' }, requestsPerMinute: 1_000_000, sinks: [${SINK}] },
};`;
  await writeFile(path.join(cwd, 'parlance.config.mjs'), config);
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: `compliance-${world}` } };
}

test('a collector that is away makes the exit code 3, and the archive is complete', async () => {
  const siem = await collector();
  const place = await setUp('away', siem.address);
  siem.status = 503;
  const run = ['export', 'run', '--followers-wait', '0'];
  const away = await cli.run([...run, '--metrics-file', 'export.prom'], place);
  expect([away.code, away.out]).toEqual([
    3,
    expect.stringMatching(
      /^Follower siem: 0 delivered, 0 rejected; \d+ certificates? behind, sealed since \S+Z; status 503$/m,
    ),
  ]);
  const metrics = await readFile(path.join(place.cwd, 'export.prom'), 'utf8');
  expect(metrics).toMatch(/^parlance_export_follower_pending\{export="default",follower="siem"\} [1-9]\d*$/m);
  expect((await cli.run(['export', 'verify', 'archive'], place)).code).toBe(0);
  expect((await cli.run(['export', 'status'], place)).code).toBe(3);
  expect((await cli.run(['export', 'follower', 'siem', '--pause'], place)).out).toContain('paused; ');
  expect((await cli.run(run, place)).code).toBe(0);

  siem.status = 200;
  expect((await cli.run(['export', 'follower', 'siem', '--resume', '--json'], place)).code).toBe(0);
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const shown = await cli.run(['export', 'follower', 'siem'], place);
  expect(shown.out).toMatch(/^\d{4}-\d\d-\d\d: ([\d,]+) listed, \1 delivered, 0 rejected; not complete$/m);
});

test('records that a collector rejects are counted, and in a file', async () => {
  const siem = await collector();
  const place = await setUp('rejecting', siem.address);
  siem.status = 400;
  const { code, lines } = await cli.run(['export', 'run', '--json'], place);
  const { followers, records } = lines().find(({ type }) => type === 'status') ?? {};
  expect([code, followers]).toEqual([
    0,
    [expect.objectContaining({ pending: 0, delivered: 0, rejected: records })],
  ]);
  const [day] = (await cli.run(['export', 'follower', 'siem', '--json'], place)).lines();
  expect(day).toMatchObject({ type: 'follower_day', listed: records, rejected: records, ids_digest: null });
  const file = path.join(place.cwd, `archive/followers/siem/${String(day?.['day'])}.rejected.ndjson`);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(Number(records));
});

test('export follower refuses what cannot be meant', async () => {
  const siem = await collector();
  const place = await setUp('refused', siem.address);
  await cli.run(['export', 'run'], place);
  const both = await cli.run(['export', 'follower', 'siem', '--pause', '--resume'], place);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('cannot be combined')]);
  const other = await cli.run(['export', 'follower', 'sime'], place);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('the export default: "siem"')]);
  for (const day of ['', 'yesterday', '2026-02-31']) {
    const { code, err } = await cli.run(['export', 'follower', 'siem', '--replay-from', day], place);
    expect([day, code, err]).toEqual([day, 2, expect.stringContaining('--replay-from')]);
  }
});
