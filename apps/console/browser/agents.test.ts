import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser } from './open-page.js';

withBrowser();

/** Makes an agent with a custom tool, and one built-in tool that asks first. */
async function makeAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Order desk');
  await page.getByLabel('System prompt').fill('You look after orders.\nBe brief.');
  await page.getByLabel('write', { exact: true }).selectOption('ask');
  await page.getByRole('button', { name: 'A custom tool' }).click();
  await page.getByLabel('Name of the tool').fill('look_up_order');
  await page.getByLabel('What it does, for the model').fill('Looks up an order');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('region', { name: 'Order desk' }).waitFor();
}

async function startSession(page: Page): Promise<void> {
  await makeAgent(page);
  await page.getByRole('link', { name: 'Start a session' }).click();
  await page.getByLabel('Title').fill('Where is order 17?');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('region', { name: 'Where is order 17?' }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message to the session').fill(text);
  await page.keyboard.press('Enter');
}

test('an agent is made and changed, and its versions are compared', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await makeAgent(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  expect(await page.getByText('3 of 128').count()).toBe(1);
  await page.getByLabel('System prompt').fill('You look after orders.\nBe brief and kind.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByText('Version 2 beside 1').waitFor();
  expect(await page.locator('.diff del').allInnerTexts()).toEqual(['- Be brief.\n']);
  expect(await page.locator('.diff ins').allInnerTexts()).toEqual(['+ Be brief and kind.\n']);
});

test('limits are shown as one types, and a wrong value is refused with its field', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(257));
  expect(await page.getByText('257 of 256 characters').count()).toBe(1);
  await page.getByRole('button', { name: 'Create' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('This cannot be sent').waitFor();
  expect(await alert.innerText()).toContain('name');
});

test('a session asks for the result of a tool and for permission, and is answered in place', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await say(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').fill('Shipped on Monday');
  await page.getByRole('button', { name: 'Send the result' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('You said: Shipped on Monday').waitFor();
  await say(page, '/tool write {"file_path":"a.txt","content":"hello"}');
  await page.getByText('The agent asks whether it may use').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await events.getByText('You allowed it').waitFor();
  await events.getByText('idle: end turn').last().waitFor();
  await page.reload();
  await events.getByText('You said: Shipped on Monday').waitFor();
  expect(await events.getByText('You said: Shipped on Monday').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
});

test('the event line goes on by itself after an outage', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  await startSession(page);
  await say(page, 'Good morning');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('You said: Good morning').waitFor();
  await backend.emulator?.stop();
  await page.getByText('The service does not answer.').waitFor();
  await backend.emulator?.start();
  await page.getByText('The service does not answer.').waitFor({ state: 'hidden' });
  await say(page, 'Are you there?');
  await events.getByText('You said: Are you there?').waitFor();
  expect(await events.getByText('You said: Good morning').count()).toBe(1);
});

test('an outcome is set and its progress shown', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await page.getByRole('button', { name: 'Set an outcome' }).click();
  await page.getByLabel('What is to be achieved').fill('A haiku about orders');
  await page.getByLabel('How it is graded').fill('Three lines');
  await page.getByRole('button', { name: 'Set it' }).click();
  const outcome = page.getByRole('region', { name: 'Outcome A haiku about orders' });
  await outcome.getByText('satisfied').waitFor();
  expect(await outcome.innerText()).toMatch(/round 1 of 3/);
});

test('a file is added to a session, a memory is kept, a secret never comes back', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  await startSession(page);
  await page
    .getByLabel('Add a text file')
    .setInputFiles({ name: 'order.md', mimeType: 'text/markdown', buffer: Buffer.from('# 17') });
  await page.getByRole('list', { name: 'Resources' }).getByText('order.md').waitFor();
  await page.getByRole('tab', { name: 'Memory' }).click();
  await page.getByLabel('Name of a new memory store').fill('Customers');
  await page.getByRole('button', { name: 'Create' }).click();
  const store = page.getByRole('article', { name: 'Customers' });
  await store.getByLabel('Path of a memory').fill('/wishes.md');
  await store.getByLabel('What to remember').fill('No calls before nine');
  await store.getByRole('button', { name: 'Remember' }).click();
  await page.getByText('/wishes.md').click();
  await page.getByText('No calls before nine').waitFor();
  await page.getByRole('tab', { name: 'Vaults' }).click();
  await page.getByLabel('Name of a new vault').fill('Shipping');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('article', { name: 'Shipping' }).getByRole('button', { name: 'A credential' }).click();
  await page.getByLabel('Name of the credential').fill('Carrier');
  await page.getByLabel('Address of the MCP server').fill('https://mcp.example.com');
  await page.getByLabel('Token').fill('secret-canary-42');
  await page.getByRole('button', { name: 'Put it in' }).click();
  await page.getByRole('article', { name: 'Shipping' }).getByText('Carrier').waitFor();
  await page.goto('about:blank');
  expect((await Promise.all(bodies)).join('\n')).not.toContain('secret-canary-42');
});

test.each(['light', 'dark'] as const)('the pages are accessible in %s', async (colorScheme) => {
  await using console = await visit('/agents', { colorScheme });
  const { page } = console;
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('button', { name: 'A custom tool' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await startSession(page);
  await say(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const name of ['Memory', 'Vaults', 'Agents']) {
    await page.getByRole('tab', { name }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('it works on a narrow screen', async () => {
  await using console = await visit('/agents', { viewport: { width: 360, height: 640 } });
  const { page } = console;
  await startSession(page);
  await say(page, 'Good morning');
  await page.getByText('You said: Good morning').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});
