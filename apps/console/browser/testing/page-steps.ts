/** User actions shared by the browser tests. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Visit } from './open-page.js';

/** Opens another page of the console with its link. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The message box of the chat. */
export function messageBox(page: Page): Locator {
  return page.getByLabel('Message', { exact: true });
}

/** Sends a message in the chat. */
export async function say(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
}

const VOCABULARY = 'time river paper light stone garden letter window market season'.split(' ');

/** Returns the words that the emulator replies to `/long <count>`. */
export function longReply(count: number): string[] {
  return Array.from({ length: count }, (_, index) => VOCABULARY[index % VOCABULARY.length] ?? '');
}

/** Waits for the end of a reply in the chat. */
export async function replied(page: Page, replies = 1): Promise<void> {
  await page
    .locator('.facts-line')
    .nth(replies - 1)
    .waitFor();
}

/** Makes the model send a reply, and waits for its end. */
export async function receive({ page, fake }: Visit, reply: string): Promise<void> {
  fake.setScripts([{ steps: [{ reply }] }]);
  await say(page, 'Go');
  await replied(page);
}

/** Clicks a link or button that downloads a file. Returns the file's name and its lines, without an empty last one. */
export async function download(link: Locator): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([link.page().waitForEvent('download'), link.click()]);
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split(/\r?\n/) };
}

/** Records the bodies of all responses from now on. Returns a function that joins them. */
export function recordBodies(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  return async () => (await Promise.all(bodies)).join('\n');
}

/** Returns the select with a label, which is the end of its name. */
export function selectOf(place: Page | Locator, label: string): Locator {
  return place.getByRole('button', { name: new RegExp(`(^| )${label}$`) });
}

/** Selects an option by its value, position or label. A value or label of a long list is searched for. */
export async function choose(
  place: Page | Locator,
  label: string,
  option: string | { readonly index: number } | { readonly label: string },
): Promise<void> {
  const select = selectOf(place, label);
  await select.click();
  const options = select.page().getByRole('option');
  const search = select.page().getByRole('dialog').getByRole('combobox', { name: 'Search', exact: true });
  await options.first().waitFor();
  if (!(typeof option === 'object' && 'index' in option) && (await search.isVisible()))
    await search.fill(typeof option === 'string' ? option : option.label);
  if (typeof option === 'string') await options.and(select.page().locator(`[data-key=":${option}"]`)).click();
  else if ('label' in option)
    await options.and(select.page().getByText(option.label, { exact: true })).click();
  else await options.nth(option.index).click();
}
