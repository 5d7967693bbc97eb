/** What a visitor has begun outlives reloads, other pages, other tabs, and a console that has been started anew. */
import { createFake } from '@parlance/testing-fakes';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, visit, withBrowser } from './open-page.js';
import { startConsole, variablesFor } from './processes.js';

withBrowser();

const boxOf = (page: Page) => page.getByLabel('Message', { exact: true });

test('a message that is being written outlives another page and a reload, and is gone when it is sent', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await boxOf(page).fill('Half a thought');
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  await page.goBack();
  expect(await boxOf(page).inputValue()).toBe('Half a thought');
  await page.reload();
  expect(await boxOf(page).inputValue()).toBe('Half a thought');
  await boxOf(page).press('Enter');
  expect(await boxOf(page).inputValue()).toBe('');
  await page.getByText('You said: Half a thought').waitFor();
  await page.reload();
  expect(await boxOf(page).inputValue()).toBe('');
});

test('a tab that has only looked on does not undo what another has said', async () => {
  await using console = await visit('/chat');
  const { page, url } = console;
  const other = await page.context().newPage();
  await other.goto(`${url}/chat`);
  await boxOf(other).waitFor();
  await boxOf(page).fill('Hello');
  await boxOf(page).press('Enter');
  await page.locator('.facts-line').waitFor();
  // The other tab goes last, without this conversation.
  await page.close();
  await other.goto('about:blank');
  await other.goto(`${url}/chat`);
  await other.locator('.facts-line').waitFor();
  expect(await other.getByRole('article', { name: 'Reply' }).innerText()).toContain('You said: Hello');
});

test('a reload that ended a request does not leave word that the console had gone', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.route('**/rpc/chat.send', (route) => route.abort());
  await boxOf(page).fill('Hello');
  await boxOf(page).press('Enter');
  await page.getByRole('alert').getByText('The connection failed').waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'You' }).getByText('Hello').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/rpc/chat.send');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello').waitFor();
});

test('a page whose script does not arrive leaves the others as they are, and comes when it is loaded again', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.route('**/assets/admin-page*', (route) => route.abort());
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('alert').getByText('This page could not be shown').waitFor();
  await page.getByRole('link', { name: 'Chat' }).click();
  await boxOf(page).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.unroute('**/assets/admin-page*');
  await page.getByRole('button', { name: 'Load it again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
});

test('a page that is opened while the console is gone comes by itself when the console is back', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using before = await startConsole(variablesFor(fake));
  await using opened = await openPage(`${before.url}/chat`);
  const { page } = opened;
  await before.kill();
  await page.getByText('The console’s own server does not answer.').waitFor();
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('alert').getByText('This page could not be shown').waitFor();
  await using _again = await startConsole(variablesFor(fake), ['--port', new URL(before.url).port]);
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('lists that are left before they have come are no failures', async () => {
  await using console = await visit('/service');
  const { page, backend } = console;
  backend.emulator?.fake.setFaults([{ match: { operation: 'users.list' }, stall: true }]);
  await page.getByRole('link', { name: 'Admin' }).click();
  // The lists are asked for together: when one has come, the other is on its way.
  const journal = () => backend.emulator?.fake.journal().map(({ operation }) => operation);
  await expect.poll(journal, { timeout: 20_000 }).toContain('invites.list');
  await page.getByRole('link', { name: 'Service' }).click();
  const table = page.getByRole('region', { name: 'Latest attempts' });
  const stopped = table.getByRole('row', { name: /users\.list.*aborted/ });
  await stopped.waitFor();
  expect(await stopped.locator('.bad').count()).toBe(0);
  expect(await page.getByRole('list', { name: 'Failures by code' }).count()).toBe(0);
});
