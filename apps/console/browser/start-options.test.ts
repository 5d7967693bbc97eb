/** Consoles with the options of `npm start`, and consoles that are connected to an emulator in another process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { openPage, visit, withBrowser } from './open-page.js';
import { startConsole } from './processes.js';

withBrowser();

test('the fault panel works with an emulator in another process', async () => {
  await using fake = createFake({ seed: 'demo' });
  await fake.listen();
  const { api: apiKey, admin: adminKey, compliance: complianceKey } = fake.keys;
  const service = { baseUrl: fake.url, apiKey, adminKey, complianceKey };
  await using console = await visit('/service', { service });
  const { page, backend } = console;
  await page.getByLabel('Rate limited, twice').check();
  await expect.poll(() => page.getByText('ready').count()).toBe(1);
  await backend.parlance.inference.models.list({ limit: 1 });
  await page.getByText('injected 2×, done').waitFor();
  expect(await page.getByRole('button', { name: 'Stop emulator' }).count()).toBe(0);
});

test('the size of the organization and its data file survive a restart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-options-'));
  const options = ['--users', '25', '--data', path.join(folder, 'world.db')];
  {
    await using console = await startConsole({}, options);
    await using opened = await openPage(console.urlOf('/admin'));
    await expect.poll(() => opened.page.getByRole('tab', { name: 'Members 25' }).count()).toBe(1);
  }
  await using console = await startConsole({}, ['--data', path.join(folder, 'world.db')]);
  await using opened = await openPage(console.urlOf('/admin'));
  await expect.poll(() => opened.page.getByRole('tab', { name: 'Members 25' }).count()).toBe(1);
  await rm(folder, { recursive: true });
});
