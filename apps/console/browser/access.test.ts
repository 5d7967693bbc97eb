/** A console that holds API keys can only be used with the URL that it prints. */
import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { openPage } from './testing/open-page.js';
import { say } from './testing/page-steps.js';
import { startConsole, variablesFor } from './testing/processes.js';

test('the printed URL opens the console, and nobody else gets in', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using console = await startConsole(variablesFor(fake));
  const { page, requests } = await openPage(console.urlOf('/compliance?tab=exports'));
  // The token is out of the address, and every other request carries the cookie instead.
  expect(page.url()).toBe(`${console.url}/compliance?tab=exports`);
  const [first = '', ...others] = requests;
  expect(first).toContain('token=');
  expect(others.filter((url) => url.includes('token='))).toEqual([]);
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', expires: -1 }]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  for (const name of ['Agents', 'Admin', 'Service', 'Chat']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  await page.reload();
  await say(page, 'Hello');
  await page.getByText('You said: Hello').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);

  // Another user of the machine knows the port, but not the token.
  const stranger = await page.context().browser()?.newContext();
  const strange = await stranger?.newPage();
  for (const address of ['/chat', '/rpc/service/about', '/files/exports/a/b', '/?token=guess']) {
    expect((await strange?.goto(console.url + address))?.status()).toBe(401);
    await expect
      .poll(() => strange?.locator('body').innerText())
      .toContain('Open it with the URL that it prints');
  }
  await stranger?.close();
});

test('the printed URL also works from a page of another site, as in a web-based terminal', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  await using console = await startConsole(variablesFor(fake));
  const { page } = await openPage(console.urlOf('/chat'));
  await page.context().clearCookies();
  await page.route('http://terminal.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${console.urlOf('/chat')}">Open</a>` }),
  );
  await page.goto('http://terminal.example/');
  await page.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor();
  expect(page.url()).toBe(`${console.url}/chat`);
});
