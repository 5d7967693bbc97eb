/** What the tests of the agents page do again and again, as a visitor does it. */
import type { Locator, Page } from 'playwright-core';

/** Makes an agent with a custom tool, and one built-in tool that asks first. */
export async function makeAgent(page: Page): Promise<void> {
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

/** Makes an agent, and starts a session of it. */
export async function startSession(page: Page): Promise<void> {
  await makeAgent(page);
  await page.getByRole('link', { name: 'Start a session' }).click();
  await page.getByLabel('Title').fill('Where is order 17?');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('region', { name: 'Where is order 17?' }).waitFor();
}

/** Says something to the session. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message to the session').fill(text);
  await page.keyboard.press('Enter');
}

/** Presses a button that asks first, reads what it says, and goes ahead. */
export async function confirmed(place: Page | Locator, button: string, page: Page): Promise<string> {
  await place.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  const text = await dialog.innerText();
  await dialog.getByRole('button', { name: /^(Archive|Delete) it$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  return text;
}
