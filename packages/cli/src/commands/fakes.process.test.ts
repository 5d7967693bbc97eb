import { afterAll, expect, test } from 'vitest';
import { buildCli } from '../testing/start-cli.js';

const cli = await buildCli();
afterAll(() => cli[Symbol.asyncDispose]());

test('serves the emulator until Ctrl-C', async () => {
  const server = cli.start(['fakes', 'serve', '--port', '0', '--seed', 'demo', '--verbose']);
  await server.printed('}\n');
  server.child.kill('SIGINT');
  const { code, out, err } = await server.result;
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    world: 'default',
    keys: { api: 'api-default', admin: 'admin-default', compliance: 'compliance-default' },
  });
});

test('passes options on, and reports errors under its own name', async () => {
  const { code, err } = await cli.run(['fakes', 'serve', '--sed', 'demo']);
  expect(code).toBe(2);
  expect(err).toMatch(/^parlance fakes: unknown option "--sed" \(did you mean "--seed"\?\)/);
  expect(err).toContain('Run "parlance fakes help"');
  const rules = await cli.run(['fakes', 'rules', '--json']);
  expect(rules.code).toBe(0);
  expect(rules.out).toContain('"GEN-001"');
});

test('prints the usage of the emulator without a command', async () => {
  const { code, out } = await cli.run(['fakes']);
  expect(code).toBe(0);
  expect(out).toContain('  parlance fakes serve [options]\n');
  expect(out).not.toContain('parlance-fakes');
});
