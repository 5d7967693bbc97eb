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
