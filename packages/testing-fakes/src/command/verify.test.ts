import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { parseScenario } from '../fake/read-scenario-file.js';
import { asker } from '../testing/index.js';
import { deploy, MARKER, run } from '../verify/testing/run-verify.js';

describe('verify', () => {
  test('sends only reads by default, and finds no differences in another emulator', async () => {
    const { fake, url } = await deploy();
    const { code, out, err } = await run(['--against', url, '--yes']);
    expect(out).toMatch(
      /\n0 differences after \d+ requests\. \d+ rules without a difference, \d+ not checked\.\n$/,
    );
    expect(out).toMatch(/^Not checked: .*\bVLT-011\b/);
    expect(err).toMatch(
      /^Sends \d+ requests to http:\/\/127\.0\.0\.1:\d+: 0 calls of a model with at most 0 tokens/,
    );
    expect(new Set(fake.journal().map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(code).toBe(0);
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
    expect(fake.journal().map(({ path }) => path)).toEqual(['/v1/verify', '/v1/verify']);
    await fake.close();
  });

  test('writes only to a workspace that has the marker', async () => {
    const { fake, url } = await deploy();
    const { code, err } = await run(['--against', url, ...MARKER]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--workspace-marker: the workspace of PARLANCE_API_KEY'),
    ]);
    expect(new Set(fake.journal().map(({ operation }) => operation))).toEqual(new Set(['vaults.list']));
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
    const { code, out } = await run(['--against', url, '--yes', '--json']);
    expect(code).toBe(1);
    expect(out).toContain('[key]');
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
  'body',
  'body.',
  'body.a.b.c',
  'x',
  '__proto__.polluted',
  'body.__proto__.polluted',
  'body.constructor.prototype.polluted',
  '...',
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
