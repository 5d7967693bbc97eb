/** Consoles with the options of `npm start`, and consoles that are connected to an emulator in another process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { serviceOf } from '../server/testing/service-of.js';
import { openPage, visit } from './testing/open-page.js';
import { startConsole } from './testing/processes.js';

test('the fault panel works with an emulator in another process', async () => {
  await using fake = createFake({ seed: 'demo' });
  await fake.listen();
  const { page, parlance } = await visit('/service', { service: serviceOf(fake) });
  await page.getByLabel('Rate limited, twice').check();
  await expect.poll(() => page.getByText('ready').count()).toBe(1);
  await parlance.inference.models.list({ limit: 1 });
  await page.getByText('injected 2×, done').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Stop emulator' }).count()).toBe(0);
});

test('the size of the organization and its data file survive a restart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-options-'));
  const options = ['--users', '25', '--data', path.join(folder, 'world.db')];
  {
    await using console = await startConsole({}, options);
    const { page } = await openPage(console.urlOf('/admin'));
    await expect.poll(() => page.getByRole('tab', { name: 'Members 25' }).count()).toBe(1);
  }
  await using console = await startConsole({}, ['--data', path.join(folder, 'world.db')]);
  const { page } = await openPage(console.urlOf('/admin'));
  await expect.poll(() => page.getByRole('tab', { name: 'Members 25' }).count()).toBe(1);
  await rm(folder, { recursive: true });
});
