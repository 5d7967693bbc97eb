/** Starting, finding, archiving and deleting sessions. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmed, sendMessage, startSession } from './testing/agent-steps.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

/** Whether the whole element is visible without scrolling. */
async function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

test('a session is archived, found with the filters, and deleted', async () => {
  const { page } = await visit('/agents');
  await startSession(page);
  await sendMessage(page, 'Good morning');
  await page.getByText('finished its turn').waitFor();
  expect(await confirmed(page, 'Archive…', page)).toContain('You can still view its events');
  const list = page.getByRole('region', { name: 'Sessions', exact: true });
  await list.getByText('archived', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Message to the session').count()).toBe(0);
  const item = list.getByText('Where is order 17?');
  await page.getByLabel('Show archived').uncheck();
  await item.waitFor({ state: 'hidden' });
  await page.getByLabel('Show archived').check();
  await item.waitFor();
  await choose(page, 'Status', 'running');
  await list.getByText('No sessions').waitFor();
  await choose(page, 'Status', '');
  expect(await confirmed(page, 'Delete…', page)).toContain('its events and its container are deleted');
  await page.getByText('Select a session or start one').waitFor();
  await item.waitFor({ state: 'hidden' });
});

test('sessions are loaded page by page', async () => {
  const { page, parlance } = await visit('/agents');
  const { agents, environments, sessions } = parlance.managedAgents;
  const agent = await agents.create({ model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await environments.create({ name: 'Container' });
  for (let index = 0; index < 60; index += 1)
    await sessions.create({ agent: agent.id, environment_id: environment.id, title: `Job ${index}` });
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const items = page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('listitem');
  await items.first().waitFor();
  await expect.poll(() => items.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  const all = await Array.fromAsync(sessions.list({ limit: 100 }));
  await expect.poll(() => items.count()).toBe(all.length);
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

test('a session works with the keyboard alone', async () => {
  const { page } = await visit('/agents');
  await startSession(page);
  await page.keyboard.press('/');
  await page.keyboard.type('/tool write {"file_path":"a.txt","content":"hello"}');
  await page.keyboard.press('Enter');
  const prompt = page.getByRole('form', { name: 'write is waiting for you' });
  await prompt.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('No');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('You denied the tool call: No').waitFor();
  await expect.poll(() => prompt.count()).toBe(0);
});

test.each(['light', 'dark'] as const)('sessions are accessible in %s', async (colorScheme) => {
  const { page, parlance } = await visit('/agents', { colorScheme });
  await parlance.managedAgents.memoryStores.create({ name: 'Customers' });
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('button', { name: 'Add repository' }).click();
  await page.getByLabel('Customers').check();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a session works on a narrow screen', async () => {
  const { page } = await visit('/agents', { viewport: { width: 360, height: 640 } });
  await startSession(page);
  await page.getByLabel('Add files').setInputFiles({
    name: 'a-rather-long-name-of-a-file-that-does-not-fit-on-a-narrow-screen.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await page.getByRole('list', { name: 'Resources' }).getByText('a-rather-long').waitFor();
  await sendMessage(page, 'Good morning');
  await page.getByText('You said: Good morning').waitFor();
  for (const text of ['One', 'Two', 'Three', 'Four']) {
    await sendMessage(page, text);
    await page.getByText(`You said: ${text}`).waitFor();
  }
  await expect.poll(() => isInView(page.getByLabel('Message to the session'))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a missing session is reported, with a way back on a narrow screen', async () => {
  const { page } = await visit('/agents?tab=sessions&session=sesn_gone', {
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('alert').getByText('The service rejected the request (404)').waitFor();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await page.getByRole('button', { name: /Monday tickets/ }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});
