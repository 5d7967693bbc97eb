import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser, type Visit } from './open-page.js';

withBrowser();

/** Opens the program of the current page and returns it, or the text that is shown until the page has made a call. */
async function programOf({ page }: Visit): Promise<string> {
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This page as code' });
  const text = await dialog.locator('pre, .empty').innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return text;
}

test('every page shows the calls behind it as a program, with its filters', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByLabel('Message', { exact: true }).fill('Hello code');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
  expect(await programOf(console)).toContain("text: 'Hello code'");

  await page.getByRole('link', { name: 'Compliance' }).click();
  await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
  await page.getByLabel('Project').selectOption({ index: 1 });
  await expect.poll(() => programOf(console)).toContain('project_ids:');
  const program = await programOf(console);
  expect(program).toContain('parlance.compliance.chats.list(');
  expect(program).not.toContain('compliance-default');

  for (const [name, method] of [
    ['Agents', 'managedAgents.agents.list('],
    ['Admin', 'admin.users.list('],
    ['Service', "'parlance:attempt:end'"],
    ['Requests', "'parlance:attempt:end'"],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => programOf(console)).toContain(method);
  }
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('dialog').locator('pre').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
