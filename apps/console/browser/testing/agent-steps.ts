/** User actions shared by the tests of the agents page. */
import type { Locator, Page } from 'playwright-core';
import { choose } from './page-steps.js';

/** Creates an agent with a custom tool, and a built-in tool that needs approval. */
export async function createAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Order desk');
  await page.getByLabel('System prompt').fill('You look after orders.\nBe brief.');
  await choose(page, 'write', 'ask');
  await page.getByRole('button', { name: 'Add custom tool' }).click();
  await page.getByLabel('Tool name').fill('look_up_order');
  await page.getByLabel('Description for the model').fill('Looks up an order');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('region', { name: 'Order desk' }).waitFor();
}

/** Creates an agent and starts a session of it. */
export async function startSession(page: Page): Promise<void> {
  await createAgent(page);
  await page.getByRole('link', { name: 'Start session' }).click();
  await page.getByLabel('Title').fill('Where is order 17?');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  await page.getByRole('region', { name: 'Where is order 17?' }).waitFor();
}

/** Sends a message to the session. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message to the session').fill(text);
  await page.keyboard.press('Enter');
}

/** Clicks a button that opens a confirmation dialog, confirms it, and returns the text of the dialog. */
export async function confirmed(place: Page | Locator, button: string, page: Page): Promise<string> {
  await place.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  const text = await dialog.innerText();
  await dialog.getByRole('button', { name: /^(Archive|Delete) / }).click();
  await dialog.waitFor({ state: 'hidden' });
  return text;
}
