/** Code is highlighted lazily and safely, under the content security policy. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { receive, replied, say } from './testing/page-steps.js';

const colorsOf = (page: Page) =>
  page
    .locator('pre code span')
    .evaluateAll((pieces) => [...new Set(pieces.map((piece) => getComputedStyle(piece).color))]);

const codeBlock = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

test.each(['light', 'dark'] as const)('code of a reply is highlighted in %s', async (colorScheme) => {
  const visited = await visit('/chat', { colorScheme });
  const { page, requests } = visited;
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  expect(requests.filter((url) => url.includes('highlight'))).toEqual([]);
  const code = "const html = '<img src=x onerror=alert(1)>';\nexport const one: number = 1; // </script>";
  await receive(visited, codeBlock('ts', code));
  await page.locator('pre code span').first().waitFor();
  await expect.poll(() => page.locator('pre code').innerText()).toBe(code);
  expect((await colorsOf(page)).length).toBeGreaterThan(2);
  await expect.poll(() => page.locator('pre img, pre script').count()).toBe(0);
  expect(requests.filter((url) => url.includes('highlight'))).not.toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('code is highlighted while its fence is open, and finished lines are not drawn again', async () => {
  const { page, fake } = await visit('/chat');
  const lines = Array.from({ length: 40 }, (_, index) => `const line${index} = 'text ${index}';`);
  fake.setScripts([{ steps: [{ reply: `${codeBlock('ts', lines.join('\n'))}\nDone.` }] }]);
  await say(page, 'Go');
  await page.locator('pre code span', { hasText: 'line12' }).waitFor();
  expect((await colorsOf(page)).length).toBeGreaterThan(2);
  await expect.poll(() => page.getByText('Done.').count()).toBe(0);
  await page.evaluate(() => {
    const seen = Object.assign(globalThis, { redrawn: 0 });
    const observer = new MutationObserver((records) => (seen.redrawn += records.length));
    for (const piece of Array.from(document.querySelectorAll('pre code span')).slice(0, -12))
      observer.observe(piece, { attributes: true, subtree: true, childList: true, characterData: true });
  });
  await replied(page);
  expect(await page.evaluate(() => (globalThis as unknown as { redrawn: number }).redrawn)).toBe(0);
  await expect.poll(() => page.locator('pre code').innerText()).toBe(lines.join('\n'));
});

test('code in an unknown language is plain text', async () => {
  const visited = await visit('/chat');
  const { page } = visited;
  await receive(visited, codeBlock('nonsense', 'const one = 1;') + codeBlock('py', 'two = 2'));
  await page.locator('pre').nth(1).locator('code span').first().waitFor();
  await expect.poll(() => page.locator('pre').first().innerText()).toBe('const one = 1;');
  await expect.poll(() => page.locator('pre').first().locator('code span').count()).toBe(0);
});

test('the program of a page and the bodies of requests are highlighted', async () => {
  const { page } = await visit('/admin');
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
