/** Keys and secrets never reach the browser or the console's output, not even through errors. */
import type { Page } from 'playwright-core';
import { createFake, type Fault } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { openPage } from './testing/open-page.js';
import { replied, say } from './testing/page-steps.js';
import { startConsole } from './testing/processes.js';

const WORLD = 'canary-7f3a';
const SECRET = 'vault-canary-5d1e';
const CANARIES = [WORLD, SECRET];
const KEYS = {
  PARLANCE_API_KEY: `api-${WORLD}`,
  PARLANCE_ADMIN_KEY: `admin-${WORLD}`,
  PARLANCE_COMPLIANCE_KEY: `compliance-${WORLD}`,
  PARLANCE_LOG: 'debug',
};
const PAGES = ['Agents', 'Compliance', 'Admin', 'Service', 'Chat'];

/** Records the headers and bodies of all responses that the page receives, including streams. */
async function recordResponses(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const recorder = Object.assign(globalThis, { received: '' });
    const { fetch } = globalThis;
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request);
      for (const [name, value] of response.headers) recorder.received += `${name}: ${value}\n`;
      void (async () => {
        const text = response.clone().body?.pipeThrough(new TextDecoderStream());
        for await (const piece of text ?? []) recorder.received += piece;
      })().catch(() => {});
      return response;
    };
  });
  await page.reload();
  return () => page.evaluate(() => (globalThis as unknown as { received: string }).received);
}

/** Opens every page, then sends a message. */
async function visitAllPages(page: Page): Promise<void> {
  for (const name of PAGES) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // During an outage, a page waits for the service.
    const isLoading = async (): Promise<boolean> =>
      (await page.locator('main .spinner').count()) > 0 && (await page.locator('.banner').count()) === 0;
    await expect.poll(isLoading).toBe(false);
  }
  await say(page, 'What is my key?');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
}

/** Sends a request like the SDK in the page. Returns the ID of its result, if there is one. */
async function call(page: Page, path: string, input: object): Promise<string> {
  const json = await page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json', 'vendor-version': '2023-06-01' };
      return (await fetch(`/api/v1/${path}`, { method: 'POST', headers, body })).text();
    },
    { path, body: JSON.stringify(input) },
  );
  return (JSON.parse(json) as { id?: string }).id ?? '';
}

/** A fault whose error message echoes the API key. */
const echoKey = ([path, key]: readonly [string, string]): Fault => ({
  match: { path },
  status: 401,
  error: { type: 'authentication_error', message: `no such key: ${key}` },
});

const FAULTS: readonly (readonly Fault[])[] = [
  [
    ['/v1/compliance/*', KEYS.PARLANCE_COMPLIANCE_KEY] as const,
    ['/v1/organizations/*', KEYS.PARLANCE_ADMIN_KEY] as const,
    ['/v1/*', KEYS.PARLANCE_API_KEY] as const,
  ].map(echoKey),
  [{ status: 500, headers: { 'x-should-retry': 'false' } }],
  [{ body: `<html>${KEYS.PARLANCE_API_KEY}</html>`, content_type: 'text/html' }],
  [{ truncate_bytes: 20 }],
  [{ stream: { cut_at_event: 3 } }],
];

test('no key or secret appears in responses, in the page or in the output of the console', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using console = await startConsole({ ...KEYS, PARLANCE_BASE_URL: fake.url });
  const { page, requests } = await openPage(console.urlOf('/chat'));
  const received = await recordResponses(page);

  const vaultId = await call(page, 'vaults', { display_name: 'Shipping' });
  const bearer = { type: 'static_bearer', mcp_server_url: 'https://mcp.example.com', token: SECRET } as const;
  const credential = { display_name: 'Carrier', auth: bearer };
  const credentials = `vaults/${vaultId}/credentials`;
  const created = await call(page, credentials, credential);
  expect(created).toMatch(/^vcrd_/);
  // Validation errors must not echo the secret either.
  const invalid = { ...bearer, mcp_server_url: 'not a url' };
  await call(page, credentials, { ...credential, auth: invalid });
  await call(page, 'vaults/vlt_none/credentials', credential);
  await call(page, `${credentials}/${created}/mcp_oauth_validate`, {});

  await visitAllPages(page);
  await replied(page);
  for (const faults of FAULTS) {
    fake.setFaults([...faults], WORLD);
    await visitAllPages(page);
  }
  fake.setFaults([], WORLD);
  // From here on, the service is unreachable.
  await fake.close();
  await visitAllPages(page);
  await page.getByText('The service isn’t responding.').waitFor();

  const all = [await received(), await page.content(), console.output()].join('\n');
  // Proves that responses, errors and the output of the console were all recorded.
  for (const sign of [
    '"display_name":"Carrier"',
    'authentication_error',
    'ECONNREFUSED',
    'Console running at',
  ])
    expect(all).toContain(sign);
  // Compared by line, so that a failure shows the location.
  expect(all.split('\n').filter((line) => CANARIES.some((canary) => line.includes(canary)))).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(console.url) && !url.startsWith('data:'))).toEqual([]);
  expect(requests.join('\n')).not.toContain('canary');
  // The keys were in use.
  expect(fake.journal(WORLD).some(({ status }) => status === 200)).toBe(true);
});

test('errors about a wrong key and an unreachable service do not contain the key', async () => {
  await using fake = createFake({ clock: { mode: 'running' } });
  await fake.listen();
  const variables = { ...KEYS, PARLANCE_API_KEY: 'wrong-canary-9b2c', PARLANCE_LOG: 'debug' };
  for (const [address, sign] of [
    [fake.url, 'authentication_error'],
    ['http://127.0.0.1:9', 'ECONNREFUSED'],
  ] as const) {
    await using console = await startConsole({ ...variables, PARLANCE_BASE_URL: address });
    const { page } = await openPage(console.urlOf('/chat'));
    const received = await recordResponses(page);
    await visitAllPages(page);
    await expect.poll(received).toContain(sign);
    const all = [await received(), await page.content(), console.output()].join('\n');
    expect(all).not.toContain('canary');
  }
});
