import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/index.js';
import { formatReport, reportOf } from './report.js';
import type { RuleScenario } from './scenario.js';
import { verifyTarget } from './testing/verify-plants.js';

const CREATE = { line: 'POST /v1/vaults', body: { display_name: 'Any' } };
const vaults: RuleScenario = { rules: ['VLT-001'], steps: [CREATE, { line: 'GET /v1/vaults/{{0.id}}' }] };
const models: RuleScenario = { rules: ['INF-065'], steps: [{ line: 'GET /v1/models' }] };

/** A deployment whose connection is lost before the responses to some requests. */
function flaky(isLost: (line: string, count: number) => boolean) {
  const fake = createFake({ randomSeed: 9, clock: { mode: 'running' } });
  const lines: string[] = [];
  const target = {
    url: fake.url,
    keys: { ...fake.keys, unknown: 'unknown' },
    pollMs: 0,
    fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const line = `${init?.method} ${String(input).slice(fake.url.length)}`;
      lines.push(line);
      const response = await fake.fetch(input, init);
      if (isLost(line, lines.length))
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      return response;
    },
  };
  const counts = async (): Promise<number> =>
    (await asker(fake, 'managed-agents-2026-04-01')('GET /v1/vaults')).json.data.length;
  return { target, lines, counts };
}

test('a scenario that loses its connection once is sent again', async () => {
  const { target, lines, counts } = flaky((_, count) => count === 2);
  const found = await verifyTarget(target, [vaults, models], 1);
  expect(found).toMatchObject({ divergences: [], interrupted: [], leftBehind: [], ended: undefined });
  expect([...found.checked]).toEqual(['VLT-001', 'INF-065']);
  expect(lines.filter((line) => line === 'POST /v1/vaults')).toHaveLength(2);
  expect(await counts()).toBe(0);
});

test('one that loses it twice is not checked, and the others are', async () => {
  const { target, counts } = flaky((line) => /^GET .*vlt_/.test(line));
  const found = await verifyTarget(target, [vaults, models]);
  expect(found.interrupted).toEqual([
    { rules: ['VLT-001'], request: 'GET /v1/vaults/{{0.id}}', reason: 'is unreachable: ECONNRESET' },
  ]);
  expect([...found.checked]).toEqual(['INF-065']);
  expect(found.leftBehind).toEqual([]);
  expect(await counts()).toBe(0);
});

test('a service that is gone ends the run with what was compared, and names what was left behind', async () => {
  let isGone = false;
  const { target, lines } = flaky((line) => (isGone ||= /^GET .*vlt_/.test(line)));
  const others = Array.from({ length: 50 }, () => models);
  const found = await verifyTarget(target, [models, vaults, ...others], 1);
  expect(found).toMatchObject({ compared: 1, ended: 'is unreachable: ECONNRESET' });
  expect(found.interrupted).toHaveLength(5);
  expect(found.leftBehind).toEqual([
    {
      object: 'POST /v1/vaults',
      reason: 'may have created an object, but its response was lost',
    },
    { object: expect.stringMatching(/^vaults vlt_/), reason: 'the service is unreachable' },
  ]);
  expect(lines.length).toBeLessThan(25);
});

test('what a service that comes back has is removed', async () => {
  let deletions = 0;
  const { target, counts } = flaky((line) => line.startsWith('DELETE') && ++deletions < 3);
  const found = await verifyTarget(target, [vaults]);
  expect(found).toMatchObject({ divergences: [], leftBehind: [] });
  expect([deletions, await counts()]).toEqual([3, 0]);
});

test('the report names what was not compared, and what was left behind', () => {
  const verification = {
    divergences: [],
    checked: new Set<string>(),
    compared: 7,
    interrupted: [{ rules: ['VLT-001'], request: 'GET /v1/vaults', reason: 'is unreachable: ECONNRESET' }],
    leftBehind: [{ object: 'vaults vlt_1', reason: 'the service is unreachable' }],
  };
  const text = formatReport(reportOf(verification, 9));
  expect(text).toContain(
    'Not compared, because the connection was lost twice:\n  GET /v1/vaults is unreachable: ECONNRESET\n',
  );
  expect(text).toContain('Left behind:\n  vaults vlt_1: the service is unreachable\n');
  expect(text).toContain('\n0 differences in 7 responses, after 9 requests.');
});
