/** Code is highlighted lazily and safely, under the content security policy. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser, type Visit } from './open-page.js';

withBrowser();

const colorsOf = (page: Page) =>
  page
    .locator('pre code span')
    .evaluateAll((pieces) => [...new Set(pieces.map((piece) => getComputedStyle(piece).color))]);

const codeBlock = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

/** Makes the model send a reply. */
async function receive({ page, backend }: Visit, reply: string): Promise<void> {
  backend.emulator?.fake.setScripts([{ steps: [{ reply }] }]);
  await page.getByLabel('Message', { exact: true }).fill('Go');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
}

test.each(['light', 'dark'] as const)('code of a reply is highlighted in %s', async (colorScheme) => {
  await using console = await visit('/chat', { colorScheme });
  const { page, requests } = console;
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  expect(requests.filter((url) => url.includes('highlight'))).toEqual([]);
  const code = "const html = '<img src=x onerror=alert(1)>';\nexport const one: number = 1; // </script>";
  await receive(console, codeBlock('ts', code));
  await page.locator('pre code span').first().waitFor();
  expect(await page.locator('pre code').innerText()).toBe(code);
  expect((await colorsOf(page)).length).toBeGreaterThan(2);
  expect(await page.locator('pre img, pre script').count()).toBe(0);
  expect(requests.filter((url) => url.includes('highlight'))).not.toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('code in an unknown language is plain text', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await receive(console, codeBlock('nonsense', 'const one = 1;') + codeBlock('py', 'two = 2'));
  await page.locator('pre').nth(1).locator('code span').first().waitFor();
  expect(await page.locator('pre').first().innerText()).toBe('const one = 1;');
  expect(await page.locator('pre').first().locator('code span').count()).toBe(0);
});

test('the program of a page and the bodies of requests are highlighted', async () => {
  await using console = await visit('/admin');
  const { page } = console;
  await page.getByRole('region', { name: 'Members' }).waitFor();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This page as code' });
  await dialog.locator('pre code span').first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.locator('.list li button').first().click();
  await page.locator('pre.body-text code span').first().waitFor();
  expect((await colorsOf(page)).length).toBeGreaterThan(1);
});
