import type { Fault } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();

describe('says the problem, and what to do about it', () => {
  const key = (world: string): Record<string, string> => ({ PARLANCE_COMPLIANCE_KEY: `compliance-${world}` });
  const limited = { status: 429, headers: { 'retry-after': '60' } };
  test.each<[string, string, Record<string, string>, Fault[], string, string, string]>([
    [
      'a URL without a scheme',
      'base_url',
      { PARLANCE_BASE_URL: 'localhost:8080' },
      [],
      'failed',
      'must be an absolute URL',
      'such as https://api.example.com',
    ],
    [
      'http to another host',
      'base_url',
      { PARLANCE_BASE_URL: 'http://api.example.com' },
      [],
      'failed',
      'must use https',
      'PARLANCE_BASE_URL',
    ],
    [
      'a URL with a path',
      'compliance.activities',
      { PARLANCE_BASE_URL: '/other' },
      [],
      'failed',
      '404',
      'must not contain a path such as /v1',
    ],
    [
      'a URL with the path of the operations',
      'base_url',
      { PARLANCE_BASE_URL: '/v1' },
      [],
      'failed',
      'must not end with /v1',
      'PARLANCE_BASE_URL',
    ],
    [
      'https to a port without TLS',
      'compliance.activities',
      { PARLANCE_BASE_URL: 'https' },
      [],
      'failed',
      'ERR_SSL',
      'http:// instead of https://',
    ],
    [
      'a host that does not exist',
      'compliance.activities',
      { PARLANCE_BASE_URL: 'https://nowhere.invalid' },
      [],
      'failed',
      'nowhere.invalid',
      'host name',
    ],
    [
      'a key of another kind',
      'compliance.activities',
      { PARLANCE_COMPLIANCE_KEY: 'api-kind' },
      [],
      'failed',
      'requires a key of kind compliance-key',
      'Use a key of the kind "compliance"',
    ],
    [
      'a key with a control character',
      'compliance.key',
      { PARLANCE_COMPLIANCE_KEY: 'a\nb' },
      [],
      'failed',
      'control characters',
      'It comes from PARLANCE_COMPLIANCE_KEY.',
    ],
    [
      'an unknown key',
      'compliance.activities',
      { PARLANCE_COMPLIANCE_KEY: '"quoted"' },
      [],
      'failed',
      '401',
      'It may be revoked',
    ],
    [
      'a directory that cannot be read',
      'compliance.chats',
      key('directory'),
      [{ match: { operation: 'organizations.list' }, status: 403 }],
      'skipped',
      'not checked, because no user could be read',
      '',
    ],
    [
      'a limit that is used up',
      'compliance.activities',
      key('limited'),
      [limited],
      'warning',
      'the rate limit is used up',
      'Run doctor again',
    ],
    [
      'a service that is down',
      'compliance.activities',
      key('down'),
      [{ status: 503 }],
      'failed',
      '503',
      'later',
    ],
    [
      'a clock that is some minutes behind',
      'clock',
      key('late'),
      [{ headers: { date: new Date(Date.now() + 250_000).toUTCString() } }],
      'warning',
      'behind the service',
      'Synchronize the clock',
    ],
    [
      'a proxy without a scheme',
      'proxy',
      { HTTP_PROXY: 'proxy:8080', NO_PROXY: '127.0.0.1' },
      [],
      'failed',
      'HTTP_PROXY is not the URL of a proxy',
      'http://proxy.example.com:8080',
    ],
    [
      'a store without a scheme',
      'store',
      { PARLANCE_STORE: './parlance.db' },
      [],
      'failed',
      'url must start with',
      'sqlite:./parlance.db',
    ],
    [
      'an invalid naming',
      'base_url',
      { PARLANCE_NAMING: 'acme' },
      [],
      'failed',
      'vendor=X',
      'PARLANCE_NAMING',
    ],
  ])('%s', async (_, name, env, faults, status, message, fix) => {
    const world = env['PARLANCE_COMPLIANCE_KEY']?.replace('compliance-', '');
    if (world !== undefined && faults.length > 0) fake.setFaults(faults, world);
    const configured = env['PARLANCE_BASE_URL'] ?? url;
    const baseUrl = configured.startsWith('/')
      ? url + configured
      : configured === 'https'
        ? url.replace('http:', 'https:')
        : configured;
    const all = { PARLANCE_COMPLIANCE_KEY: 'compliance-any', ...env, PARLANCE_BASE_URL: baseUrl };
    const { lines } = await cli.run(['doctor', '--json'], { env: all });
    const finding = lines().find((line) => line['name'] === name);
    expect(finding).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(finding?.['fix'] ?? '').toContain(fix);
  });
});
