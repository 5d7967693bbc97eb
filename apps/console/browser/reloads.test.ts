/** State that survives reloads, navigation, other tabs and a restart of the console. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { openPage, visit } from './testing/open-page.js';
import { goTo, messageBox, replied, say } from './testing/page-steps.js';
import { startConsole, variablesFor } from './testing/processes.js';

test('an unsent message survives navigation and a reload, and is cleared when sent', async () => {
  const { page } = await visit('/chat');
  await messageBox(page).fill('Half a thought');
  await goTo(page, 'Admin');
  await page.goBack();
  await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');
  await page.reload();
  await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');
  await messageBox(page).press('Enter');
  await expect.poll(() => messageBox(page).inputValue()).toBe('');
  await page.getByText('You said: Half a thought').waitFor();
  await page.reload();
  await expect.poll(() => messageBox(page).inputValue()).toBe('');
});

test('an idle tab does not overwrite the conversation of another tab', async () => {
  const { page, url } = await visit('/chat');
  const other = await page.context().newPage();
  await other.goto(`${url}/chat`);
  await messageBox(other).waitFor();
  await say(page, 'Hello');
  await replied(page);
  // The other tab closes last and has not seen this conversation.
  await page.close();
  await other.goto('about:blank');
  await other.goto(`${url}/chat`);
  await other.locator('.facts-line').waitFor();
  await expect
    .poll(() => other.getByRole('article', { name: 'Reply' }).innerText())
    .toContain('You said: Hello');
});

test('a request that the reload aborted is not reported as an outage afterwards', async () => {
  const { page } = await visit('/chat');
  await page.route('**/rpc/chat/send', (route) => route.abort());
  await say(page, 'Hello');
  await page.getByRole('alert').getByText('The connection failed').waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'You' }).getByText('Hello').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/rpc/chat/send');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello').waitFor();
});

test('a page whose script fails to load does not break other pages, and loads on retry', async () => {
  const { page } = await visit('/chat');
  await page.route('**/assets/admin-page*', (route) => route.abort());
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('alert').getByText('This page couldn’t load').waitFor();
  await page.getByRole('link', { name: 'Chat' }).click();
  await messageBox(page).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.unroute('**/assets/admin-page*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
});

test('a page opened while the console is down loads automatically when it is back', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using before = await startConsole(variablesFor(fake));
  const { page } = await openPage(before.urlOf('/chat'));
  await before.kill();
  await page.getByText('The console server isn’t responding.').waitFor();
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('alert').getByText('This page couldn’t load').waitFor();
  await using _again = await startConsole(variablesFor(fake), ['--port', new URL(before.url).port]);
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('requests aborted by navigation do not count as failures', async () => {
  const { page, fake } = await visit('/service');
  fake.setFaults([{ match: { operation: 'users.list' }, stall: true }]);
  await page.getByRole('link', { name: 'Admin' }).click();
  // The lists are requested together, so once one was served the other is in flight.
  const journal = () => fake.journal().map(({ operation }) => operation);
  await expect.poll(journal).toContain('invites.list');
  await page.getByRole('link', { name: 'Service' }).click();
  const table = page.getByRole('region', { name: 'Latest attempts' });
  const stopped = table.getByRole('row', { name: /users\.list.*aborted/ });
  await stopped.waitFor();
  await expect.poll(() => stopped.locator('.bad').count()).toBe(0);
  await expect.poll(() => page.getByRole('list', { name: 'Failures by code' }).count()).toBe(0);
});
