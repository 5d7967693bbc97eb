import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpCli();
const DAY_MS = 86_400_000;
const SINK = `{
  name: 'siem',
  probe: async () => {},
  open: async () => ({
    close: async () => {},
    begin: async (unit, { report }) => ({
      write: async (records) => {
        const [record] = records;
        const rejection = { record, id: record.id, sent: '{}', reason: 'not accepted', status: 400, response: 'no' };
        report.rejected(rejection);
      },
      commit: async () => null,
      abort: async () => {},
    }),
  }),
}`;

async function setUp() {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'parlance.config.mjs'), `export default { export: { sinks: [${SINK}] } };`);
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-follow' } };
}

const DAYS = ['--from', new Date(Date.now() - 300 * DAY_MS).toISOString(), '--until'];
const UNTIL = new Date(Date.now() - 60_000).toISOString();

test('follow prints activities as lines, once', async () => {
  const place = await setUp();
  const { code, out } = await cli.run(['follow', ...DAYS, UNTIL], place);
  const times = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { created_at: string }).created_at);
  expect([code, times.length > 1]).toEqual([0, true]);
  expect(times).toEqual(times.toSorted());
  expect(await cli.run(['follow', ...DAYS, UNTIL], place)).toMatchObject({ code: 0, out: '' });
  const events = await cli.run(['follow', ...DAYS, UNTIL, '--name', 'ocsf', '--ocsf', '--json'], place);
  const items = events.lines().filter(({ type }) => type === 'item');
  expect(items).toHaveLength(times.length);
  expect(items[0]).toMatchObject({ item: { metadata: { version: '1.3.0' } } });
});

test('follow sends activities to a sink, and prints what it rejects', async () => {
  const place = await setUp();
  const { code, lines } = await cli.run(['follow', '--to', 'siem', ...DAYS, UNTIL, '--json'], place);
  expect([code, lines()[0]]).toEqual([
    0,
    expect.objectContaining({ type: 'rejected', status: 400, response: 'no' }),
  ]);
  const other = await cli.run(['follow', '--to', 'other'], place);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('a sink of the configuration: siem')]);
});

test.each<[string, readonly string[], string]>([
  ['a sink with --ocsf', ['--to', 'siem', '--ocsf'], 'a sink has a mapping of its own'],
  ['an empty name of a sink', ['--to', ''], '--to must not be empty'],
  ['an end before the start', [...DAYS, '2020-01-01'], '`from` must be before `until`'],
  ['an end that is the start', [...DAYS, DAYS[1] ?? ''], '`from` must be before `until`'],
  ['a day that does not exist', ['--from', '2026-02-31'], '--from'],
  ['a word for a time', ['--from', 'yesterday'], '--from'],
  ['a lag without a unit', ['--lag', '5'], '--lag'],
  ['an interval of nothing', ['--interval', '0s'], 'interval'],
  ['a negative interval', ['--interval', '-5s'], '--interval'],
])('follow refuses %s', async (_, argv, problem) => {
  const { code, err } = await cli.run(['follow', ...argv], await setUp());
  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
});
