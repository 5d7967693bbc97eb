import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { parseScenario, readScenarioFile } from '../fake/read-scenario-file.js';
import { asker } from '../testing/index.js';
import { deploy, MARKER, run } from '../verify/testing/run-verify.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('verify', () => {
  test('sends only reads by default, and finds no differences in another emulator', async () => {
    const { fake, url } = await deploy();
    const { code, out, err } = await run(['--against', url, '--yes']);
    expect(out).toMatch(
      /\n0 differences in \d+ responses, after \d+ requests\. \d+ rules without a difference, \d+ not checked\.\n$/,
    );
    expect(out).toMatch(/^Not checked: .*\bVLT-011\b/);
    expect(err).toMatch(
      /^Sends \d+ requests to http:\/\/127\.0\.0\.1:\d+: 0 model calls \(including batches\) with at most 0 tokens/,
    );
    expect(new Set(fake.journal().map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(code).toBe(0);
    const [, requests] = /after (\d+) requests/.exec(out) ?? [];
    expect(Number(requests)).toBe(fake.journal().length);
    await fake.close();
  });

  test('shows its progress on one line of a terminal', async () => {
    const { fake, url } = await deploy();
    const { err } = await run(['--against', url, '--yes'], { isInteractive: true });
    const [announced, ...steps] = err.split('\r');
    const [, count] = /of (\d+)$/.exec(steps[0] ?? '') ?? [];
    expect(announced).toMatch(/\n$/);
    expect(steps[0]).toBe(`Scenario 1 of ${count}`);
    expect(steps.at(-1)).toBe(`Scenario ${count} of ${count}\n`);
    expect(steps).toHaveLength(Number(count));
    await fake.close();
  });

  test('asks a person at the terminal, and sends nothing without consent', async () => {
    const { fake, url } = await deploy();
    const asked: string[] = [];
    const confirm = (question: string): Promise<boolean> => {
      asked.push(question);
      return Promise.resolve(false);
    };
    expect(await run(['--against', url], { confirm })).toMatchObject({ code: 2, out: '' });
    expect(await run(['--against', url])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(asked).toEqual(['Continue?']);
    const asks = ['/v1/models', '/v1/organizations/users', '/v1/compliance/organizations', '/v1/verify'];
    expect(fake.journal().map(({ path }) => path)).toEqual([...asks, ...asks]);
    await fake.close();
  });

  test('writes only to a workspace that has the marker', async () => {
    const { fake, url } = await deploy();
    const { code, err } = await run(['--against', url, ...MARKER]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--workspace-marker: the workspace of PARLANCE_API_KEY'),
    ]);
    expect(new Set(fake.journal().map(({ operation }) => operation))).toEqual(
      new Set(['models.list', 'users.list', 'organizations.list', 'vaults.list']),
    );
    await fake.close();
  });

  test('ends with a sentence when the deployment is unreachable, or a signal arrives', async () => {
    const { fake, url } = await deploy();
    const stopped = await run(['--against', url, '--yes'], { onSignal: (stop) => stop() });
    expect(stopped).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/parlance-fakes: stopped\n$/),
    });
    await fake.close();
    const { code, out, err } = await run(['--against', url, '--yes']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/parlance-fakes: http:\/\/127\.0\.0\.1:\d+ is unreachable: ECONNREFUSED\n$/);
  });

  test('ends with a sentence when a prompt is interrupted, or there is no list of vaults', async () => {
    const { fake, url } = await deploy();
    const confirm = () => Promise.reject(Object.assign(new Error('The prompt'), { code: 'ABORT_ERR' }));
    const asked = await run(['--against', url], { confirm });
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('nothing was compared') });
    fake.setFaults([{ match: { operation: 'vaults.list' }, times: 1, status: 401 }]);
    const refused = await run(['--against', url, ...MARKER]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('answered 401') });
    await fake.close();
  });

  test('asks for each page of vaults once, and hides keys that the deployment repeats', async () => {
    let pages = 0;
    const server = createServer(({ headers, url = '' }, response) => {
      pages += Number(url.startsWith('/v1/vaults?'));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [], next_page: 'same', sent: headers['x-api-key'] }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await run(['--against', url, ...MARKER])).toMatchObject({ code: 2 });
    expect(pages).toBe(2);
    const file = join(folder, 'keys.json');
    const { code, out } = await run(['--against', url, '--yes', '--json', '--divergences', file]);
    expect(code).toBe(1);
    expect(out).toContain('"path": "body.sent"');
    // Serve knows all fields that verify names.
    await expect(readScenarioFile(file)).resolves.toBeDefined();
    expect(out).not.toMatch(/(?:api|admin|compliance)-default/);
    server.close();
  });

  test('says that a file cannot be written, and prints the report', async () => {
    const { fake, url } = await deploy();
    const { code, out, err } = await run(['--against', url, '--yes', '--divergences', '/none/found.json']);
    expect(code).toBe(2);
    expect(out).toContain('0 differences');
    expect(err).toContain('--divergences: /none/found.json cannot be written (ENOENT)');
    await fake.close();
  });

  test('never prints a key that a header cannot have', async () => {
    const environment = { PARLANCE_API_KEY: 'bad\nSECRETkey' };
    const { code, err } = await run(['--against', 'https://example.com'], { environment });
    expect(code).toBe(2);
    expect(err).toContain('PARLANCE_API_KEY must have printable ASCII characters only');
    expect(err).not.toContain('SECRET');
  });

  test.each([
    [[], {}, '--against'],
    [['--against', 'http://example.com'], {}, 'must be an https URL'],
    [['--against', 'https://example.com', '--allow-writes'], {}, '--workspace-marker'],
    [['--against', 'https://example.com', '--workspace-marker', 'x'], {}, 'must be set together'],
    [['--against', 'https://example.com'], { environment: {} }, 'PARLANCE_API_KEY'],
  ])('rejects %j', async (argv, more, message) => {
    expect(await run(argv, more)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

const valid = {
  rules: ['VLT-010'],
  operation: 'vaults.create',
  request: '[[""],{}]',
  status: 400,
  rule: 'VLT-010',
  differences: [{ path: 'response.status', expected: '400', found: '422' }],
  response: { status: 422, json: {} },
};

test.each<readonly [unknown]>([
  ...[null, 1, '', 'x', [], {}, true].map((divergences) => [{ divergences: [divergences] }] as const),
  ...[null, 1, 'x', {}, true].map((divergences) => [{ divergences }] as const),
  ...Object.keys(valid)
    .filter((key) => key !== 'rule')
    .map((key) => [{ divergences: [{ ...valid, [key]: undefined }] }] as const),
  ...Object.keys(valid).map((key) => [{ divergences: [{ ...valid, [key]: 7.5 }] }] as const),
  ...Object.keys(valid).map((key) => [{ divergences: [{ ...valid, [key]: [[]] }] }] as const),
  [{ divergences: [{ ...valid, more: 1 }] }],
  [{ divergences: [{ ...valid, differences: [{ path: '' }] }] }],
  [{ divergences: [{ ...valid, differences: [{ path: 'body.a', found: 'not JSON' }] }] }],
])('a malformed file of divergences is rejected: %j', (value) => {
  expect(() => parseScenario(JSON.stringify(value))).toThrow(/divergences/);
});

test.each([
  [
    { operation: 'vaults.creates' },
    'operation: must be the id of an operation (did you mean "vaults.create"?)',
  ],
  [{ operation: 'Vaults' }, 'operation: must be the id of an operation'],
  [{ rules: ['VLT-0100'] }, 'rules.0: must be the id of a rule (did you mean "VLT-010"?)'],
  [{ rule: 'VTL-010' }, 'rule: must be the id of a rule (did you mean "VLT-010"?)'],
  [{ responses: {} }, 'unknown key "responses" (did you mean "response"?)'],
  [{ differences: [{ paths: 'body.a' }] }, 'unknown key "paths" (did you mean "path"?)'],
])('a misspelled name in a file of divergences is rejected: %j', (wrong, message) => {
  const text = JSON.stringify({ divergences: [{ ...valid, ...wrong }] });
  expect(() => parseScenario(text)).toThrow(message);
});

test('divergences of paths that the contract does not know are accepted', () => {
  const divergence = { ...valid, operation: 'GET /v1/unknown', rules: ['GEN-007'], rule: 'GEN-007' };
  expect(parseScenario(JSON.stringify({ divergences: [divergence] }))).toEqual({ divergences: [divergence] });
});

test.each([
  [
    { path: 'body.display_names', expected: '"a"' },
    '"display_names" is not a field (did you mean "display_name"?)',
  ],
  [{ path: 'body.data.0.display_names', expected: '"a"' }, '"display_names" is not a field'],
  [{ path: 'boy.display_name' }, '"boy" is not a field (did you mean "body"?)'],
])('a misspelled field of a difference is rejected: %j', (change, message) => {
  const text = JSON.stringify({ divergences: [{ ...valid, differences: [change] }] });
  expect(() => parseScenario(text)).toThrow(`divergences.0.differences.0.path: ${message}`);
});

test.each([
  { path: 'body.metadata.team', expected: '"a"' },
  { path: 'body.added', found: '"a"' },
  { path: 'contract.data.0', expected: 'matches x', found: '1' },
])('other fields are accepted: %j', (change) => {
  const divergences = [{ ...valid, differences: [change] }];
  expect(parseScenario(JSON.stringify({ divergences }))).toEqual({ divergences });
});

test.each([
  'body',
  'body.',
  'body.a.b.c',
  'events.__proto__.polluted',
  'body.__proto__.polluted',
  'body.constructor.prototype.polluted',
  'body...',
])('a difference at %j changes nothing else', async (path) => {
  for (const found of ['"yes"', '{}', undefined]) {
    const divergence = {
      ...valid,
      request: '[[""],null]',
      operation: 'vaults.list',
      status: 200,
      rule: undefined,
      differences: [{ path, found }],
      response: { status: 200, json: {} },
    };
    const fake = createFake({ scenario: { divergences: [divergence] } });
    const ask = asker(fake, 'managed-agents-2026-04-01');
    const { status } = await ask('GET /v1/vaults');
    expect(status).toBe(200);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  }
});
