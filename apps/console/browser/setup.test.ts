import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { serviceOf } from '../server/testing/service-of.js';
import { visit } from './testing/open-page.js';
import { choose, say } from './testing/page-steps.js';

test('a slice without its key names the missing variable, and the other slices work', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  const service = { ...serviceOf(fake), adminKey: undefined, complianceKey: undefined };
  const { page } = await visit('/admin', { service });
  const alert = page.getByRole('alert');
  await alert.getByText('This page needs an API key').waitFor();
  await expect.poll(() => alert.innerText()).toContain('PARLANCE_ADMIN_KEY');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await say(page, 'Hello');
  await page.getByText('You said: Hello').waitFor();
});

test('an outage ends when the service responds, whichever keys are set', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  const listening = await fake.listen();
  const service = { ...serviceOf(fake), apiKey: undefined, adminKey: undefined };
  const { page, requests } = await visit('/compliance', { service });
  const chats = page.getByRole('region', { name: 'Chats' });
  await chats.getByRole('button').first().waitFor();
  await listening.close();
  await choose(page, 'Project', { index: 1 });
  const banner = page.getByText('The service isn’t responding.');
  await banner.waitFor();
  const probes = (): number => requests.filter((url) => url.endsWith('/rpc/service/probe')).length;
  await expect.poll(probes).toBeGreaterThan(2);
  await expect.poll(() => banner.isVisible()).toBe(true);
  await fake.listen({ port: Number(new URL(service.baseUrl).port) });
  await banner.waitFor({ state: 'hidden' });
  await chats.getByRole('button').first().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('keyboard shortcuts open pages and help', async () => {
  const { page } = await visit('/chat');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Service' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/service');
});
