/** Keys and secrets stay in the console's server, whatever goes wrong: not to the browser, not to its own output. */
import type { Page } from 'playwright-core';
import { createFake, type Fault } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import type { Asked, Input, Output } from '../web/rpc.js';
import { openPage, withBrowser } from './open-page.js';
import { startConsole } from './processes.js';

withBrowser();

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

/** Has the page keep all that its calls answer, streams included, as it arrives. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const heard = Object.assign(globalThis, { heard: '' });
    const { fetch } = globalThis;
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request);
      for (const [name, value] of response.headers) heard.heard += `${name}: ${value}\n`;
      void (async () => {
        const text = response.clone().body?.pipeThrough(new TextDecoderStream());
        for await (const piece of text ?? []) heard.heard += piece;
      })().catch(() => {});
      return response;
    };
  });
  await page.reload();
  return () => page.evaluate(() => (globalThis as unknown as { heard: string }).heard);
}

/** Looks at every page, and ends with a message. */
async function useIt(page: Page): Promise<void> {
  for (const name of PAGES) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator('main .spinner').waitFor({ state: 'hidden' });
  }
  await page.getByLabel('Message', { exact: true }).fill('What is my key?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
}

/** Makes a call of the console as its pages do; gives its answer, or the problem. */
async function call<N extends Asked>(page: Page, name: N, input: Input<N>): Promise<Partial<Output<N>>> {
  const answer = await page.evaluate(
    async ({ name, body }) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`/rpc/${name}`, { method: 'POST', headers, body })).text();
    },
    { name, body: JSON.stringify(input) },
  );
  return JSON.parse(answer) as Partial<Output<N>>;
}

/** A service that repeats the key that it has been given. */
const repeating = ([path, key]: readonly [string, string]): Fault => ({
  match: { path },
  status: 401,
  error: { type: 'authentication_error', message: `no such key: ${key}` },
});

const FAULTS: readonly (readonly Fault[])[] = [
  [
    ['/v1/compliance/*', KEYS.PARLANCE_COMPLIANCE_KEY] as const,
    ['/v1/organizations/*', KEYS.PARLANCE_ADMIN_KEY] as const,
    ['/v1/*', KEYS.PARLANCE_API_KEY] as const,
  ].map(repeating),
  [{ status: 500, headers: { 'x-should-retry': 'false' } }],
  [{ body: `<html>${KEYS.PARLANCE_API_KEY}</html>`, content_type: 'text/html' }],
  [{ truncate_bytes: 20 }],
  [{ stream: { cut_at_event: 3 } }],
];

test('no key and no secret is in what the browser gets, in the page, or in what the console prints', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using console = await startConsole({ ...KEYS, PARLANCE_BASE_URL: fake.url });
  await using opened = await openPage(`${console.url}/chat`);
  const { page, requests } = opened;
  const heard = await listen(page);

  const { id: vaultId = '' } = await call(page, 'vaults.create', { name: 'Shipping' });
  const bearer = { type: 'static_bearer', mcp_server_url: 'https://mcp.example.com', token: SECRET } as const;
  const credential = { vaultId, display_name: 'Carrier', auth: bearer };
  const made = await call(page, 'credentials.create', credential);
  expect(made.id).toMatch(/^vcrd_/);
  // A secret that cannot be used is not repeated either.
  const useless = { ...bearer, mcp_server_url: 'no address' };
  await call(page, 'credentials.create', { ...credential, auth: useless });
  await call(page, 'credentials.create', { ...credential, vaultId: 'vlt_none' });
  await call(page, 'credentials.validate', { vaultId, id: made.id ?? '' });

  await useIt(page);
  await page.locator('.facts-line').waitFor();
  for (const faults of FAULTS) {
    fake.setFaults([...faults], WORLD);
    await useIt(page);
  }
  fake.setFaults([], WORLD);
  // From here on nobody answers at all.
  await fake.close();
  await useIt(page);
  await page.getByText('The service does not answer.').waitFor();

  const all = [await heard(), await page.content(), console.output()].join('\n');
  // All of it has been seen: the answers, their errors, and what the console says at its start.
  for (const sign of [
    '"display_name":"Carrier"',
    'authentication_error',
    'ECONNREFUSED',
    'The console is at',
  ])
    expect(all).toContain(sign);
  // Lines, so that a failure shows where.
  expect(all.split('\n').filter((line) => CANARIES.some((canary) => line.includes(canary)))).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(console.url) && !url.startsWith('data:'))).toEqual([]);
  expect(requests.join('\n')).not.toContain('canary');
  // The keys were in use.
  expect(fake.journal(WORLD).some(({ status }) => status === 200)).toBe(true);
});

test('a key that the service does not know, and an address that nobody listens at, are told without the key', async () => {
  await using fake = createFake({ clock: { mode: 'running' } });
  await fake.listen();
  const variables = { ...KEYS, PARLANCE_API_KEY: 'wrong-canary-9b2c', PARLANCE_LOG: 'debug' };
  for (const [address, sign] of [
    [fake.url, 'authentication_error'],
    ['http://127.0.0.1:9', 'ECONNREFUSED'],
  ] as const) {
    await using console = await startConsole({ ...variables, PARLANCE_BASE_URL: address });
    await using opened = await openPage(`${console.url}/chat`);
    const heard = await listen(opened.page);
    await useIt(opened.page);
    await expect.poll(heard).toContain(sign);
    const all = [await heard(), await opened.page.content(), console.output()].join('\n');
    expect(all).not.toContain('canary');
  }
});
