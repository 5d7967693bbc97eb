import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, replied, say } from './testing/page-steps.js';

/** Opens the program of the current page and returns it, or the text that is shown until the page has made a call. */
async function programOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This page as code' });
  const text = await dialog.locator('pre, .empty').innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return text;
}

test('every page shows the calls behind it as a program, with its filters', async () => {
  const { page } = await visit('/chat');
  await say(page, 'Hello code');
  await replied(page);
  await expect.poll(() => programOf(page)).toContain("text: 'Hello code'");

  await page.getByRole('link', { name: 'Compliance' }).click();
  await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
  await choose(page, 'Project', { index: 1 });
  await expect.poll(() => programOf(page)).toContain('project_ids:');
  const program = await programOf(page);
  expect(program).toContain('parlance.compliance.chats.list(');
  expect(program).not.toContain('compliance-default');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByText('run PARLANCE_COMPLIANCE_KEY=compliance-default node program.mjs').waitFor();
  await page.keyboard.press('Escape');

  for (const [name, method] of [
    ['Agents', 'managedAgents.agents.list('],
    ['Admin', 'admin.users.list('],
    ['Service', "'parlance:attempt:end'"],
    ['Requests', "'parlance:attempt:end'"],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => programOf(page)).toContain(method);
  }
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('dialog').locator('pre').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
