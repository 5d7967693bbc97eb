/** What a person typed or staged is kept, and errors appear where they look. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendMessage, startSession } from './testing/agent-steps.js';
import { visit } from './testing/open-page.js';
import { choose, goTo, messageBox, say } from './testing/page-steps.js';

const newAgent = (page: Page) => page.getByRole('form', { name: 'New agent' });
const nameOf = (page: Page) => newAgent(page).getByLabel('Name', { exact: true });

test('the draft of an agent survives a reload and navigation, and is shared by tabs', async () => {
  const { page, url } = await visit('/agents?edit=new');
  await nameOf(page).fill('Half an agent');
  await page.reload();
  await nameOf(page).waitFor();
  await expect.poll(() => nameOf(page).inputValue()).toBe('Half an agent');
  await goTo(page, 'Admin');
  await page.goBack();
  await nameOf(page).waitFor();
  await expect.poll(() => nameOf(page).inputValue()).toBe('Half an agent');

  const other = await page.context().newPage();
  await other.goto(`${url}/agents?edit=new`);
  await nameOf(other).waitFor();
  await expect.poll(() => nameOf(other).inputValue()).toBe('Half an agent');
  // Neither tab knows of the change of the other one yet.
  await Promise.all([
    newAgent(other).getByLabel('Description', { exact: true }).first().fill('From another tab'),
    nameOf(page).fill('A whole agent'),
  ]);
  await expect.poll(() => nameOf(other).inputValue()).toBe('A whole agent');
  const description = newAgent(page).getByLabel('Description', { exact: true }).first();
  await expect.poll(() => description.inputValue()).toBe('From another tab');
  await newAgent(page).getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('region', { name: 'A whole agent' }).waitFor();
  await page.getByRole('button', { name: 'New agent' }).click();
  await expect.poll(() => nameOf(page).inputValue()).toBe('');
});

test('the result of a custom tool and the reason of a denial survive a reload', async () => {
  const { page } = await visit('/agents');
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').fill('Shipped on');
  await page.reload();
  await expect.poll(() => page.getByLabel('Result').inputValue()).toBe('Shipped on');
  await page.getByRole('button', { name: 'Send result' }).click();
  await page.getByLabel('Result').waitFor({ state: 'hidden' });
  await sendMessage(page, '/tool write {"file_path":"/workspace/a.md","content":"A"}');
  await page.getByLabel('Reason for denying').fill('Not in');
  await page.reload();
  await expect.poll(() => page.getByLabel('Reason for denying').inputValue()).toBe('Not in');
});

test('staged changes survive a reload, and those of two tabs are all kept', async () => {
  const { page, url } = await visit('/admin');
  const tray = (tab: Page) => tab.getByRole('region', { name: 'Pending changes' });
  const other = await page.context().newPage();
  await other.goto(`${url}/admin`);
  await Promise.all([
    choose(page, 'Role of Grace Kim', 'developer'),
    choose(other, 'Role of Freya Lindqvist', 'developer'),
  ]);
  await tray(page).getByText('2 pending changes').waitFor();
  await page.reload();
  await tray(page).getByText('2 pending changes').waitFor();
  await tray(page).getByRole('button', { name: 'Apply' }).click();
  await tray(page).waitFor({ state: 'hidden' });
  await expect.poll(() => tray(other).count()).toBe(0);
});

test('an error of the agent form is next to its field, once, and focuses it', async () => {
  const { page } = await visit('/agents?edit=new');
  await nameOf(page).fill('x'.repeat(300));
  await newAgent(page).getByRole('heading', { name: 'Coordinator' }).scrollIntoViewIfNeeded();
  await newAgent(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(() => nameOf(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await nameOf(page).getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => newAgent(page).locator('.wrong:not(.numbers)').count()).toBe(1);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('an export that could not be started can be started again', async () => {
  const { page } = await visit('/compliance');
  await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').first().waitFor();
  await page.route('**/rpc/exports/start', (route) => route.abort());
  const button = page.getByRole('button', { name: 'Export results' });
  await button.click();
  await page.locator('.filters').getByRole('alert').waitFor();
  await page.unroute('**/rpc/exports/start');
  await button.click();
  await page.getByRole('link', { name: 'View export' }).waitFor();
  await expect.poll(() => page.locator('.filters').getByRole('alert').count()).toBe(0);
});

/** Sends a message and waits for the reply. */
async function exchange(page: Page, text: string): Promise<void> {
  await say(page, text);
  await page.getByText(`You said: ${text}`).waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
}

test('a new conversation keeps the old one, which is listed and has an address', async () => {
  const { page, url } = await visit('/chat');
  await exchange(page, 'First');
  const address = page.url();
  expect(new URL(address).searchParams.get('chat')).not.toBe(null);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByText('Chat with the inference API').waitFor();
  await exchange(page, 'Second');
  await page.goBack();
  await page.getByText('You said: First').waitFor();
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Second' }).click();
  await page.getByText('You said: Second').waitFor();
  await page.reload();
  await page.getByText('You said: Second').waitFor();
  await page.getByRole('button', { name: 'Conversations' }).click();
  const list = page.getByRole('list', { name: 'Conversations' });
  await list.getByRole('button', { name: 'Delete First' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete this conversation?' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await list.getByRole('link', { name: 'First' }).waitFor();
  await list.getByRole('button', { name: 'Delete First' }).click();
  await confirm.getByRole('button', { name: 'Delete conversation' }).click();
  await expect.poll(() => list.getByRole('link').allInnerTexts()).toEqual(['Second']);
  await page.goto(`${url}/chat?chat=missing`);
  await page.getByText('Conversation not found').waitFor();
});

test('two tabs that write to one conversation keep the turns of both', async () => {
  const { page } = await visit('/chat');
  await exchange(page, 'First');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('You said: First').waitFor();
  await exchange(other, 'From another tab');
  await page.getByText('You said: From another tab').waitFor();
  await exchange(page, 'From this tab');
  await other.reload();
  const said = other.getByRole('article', { name: 'You' });
  await expect.poll(() => said.allInnerTexts()).toEqual(['First', 'From another tab', 'From this tab']);
});

test('files attached to the next message survive a reload, and are shared by tabs', async () => {
  const { page, url } = await visit('/chat');
  const other = await page.context().newPage();
  await other.goto(`${url}/chat`);
  await messageBox(other).waitFor();
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
  const attached = (tab: Page) => tab.getByRole('button', { name: 'Remove notes.txt' });
  await page.getByLabel('Attach files').setInputFiles(file);
  // The other tab shows it as soon as it is saved.
  await attached(other).waitFor();
  await goTo(page, 'Admin');
  await page.reload();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await attached(page).click();
  await attached(other).waitFor({ state: 'hidden' });
  await page.reload();
  await messageBox(page).waitFor();
  await expect.poll(() => attached(page).count()).toBe(0);
});
