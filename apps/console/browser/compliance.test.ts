import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser } from './open-page.js';

withBrowser();

test('a chat shows its messages, and its files can be downloaded', async () => {
  await using console = await visit('/compliance');
  const { page } = console;
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  const detail = page.getByRole('region', { name: 'Onboarding checklist' });
  await detail.getByText('Draft a checklist for the first week of a new engineer.').waitFor();
  const downloading = page.waitForEvent('download');
  await detail.getByRole('link', { name: 'First week of a new engineer' }).click();
  const download = await downloading;
  expect((await readFile(await download.path())).byteLength).toBeGreaterThan(0);
});

test('chats are filtered by project and time', async () => {
  await using console = await visit('/compliance');
  const { page } = console;
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByRole('button').first().waitFor();
  await page.getByLabel('from').fill('2030-01-01');
  await list.getByText('No chat fits').waitFor();
  await page.getByLabel('from').fill('');
  await page.getByLabel('Project').selectOption({ index: 1 });
  await list.getByRole('button').first().waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(50);
});

test('a deletion shows what goes, and asks for the name', async () => {
  await using console = await visit('/compliance');
  const { page } = console;
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.innerText()).toMatch(/4 messages[\s\S]*the artifact First week of a new engineer/);
  const confirm = dialog.getByRole('button', { name: 'Delete for good' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Onboarding checklis');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Onboarding checklist');
  const before = await page.getByRole('button', { name: /Onboarding checklist/ }).count();
  await confirm.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: /Onboarding checklist/ }).count()).toBe(before - 1);
  await page.reload();
  await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
  expect(await page.getByRole('button', { name: /Onboarding checklist/ }).count()).toBe(before - 1);
});

test('the timeline filters by type, actor and family', async () => {
  await using console = await visit('/compliance?tab=activities');
  const { page } = console;
  const rows = page.getByRole('row');
  await page.getByRole('img', { name: /Timeline of \d{3} activities/ }).waitFor();
  await page.getByRole('button', { name: /^Chats/ }).click();
  expect(await rows.getByText(/^assistant chat /).count()).toBe(0);
  await page.getByRole('button', { name: /^Chats/ }).click();
  await page.getByLabel('Type').selectOption('assistant_chat_created');
  await page.getByRole('cell', { name: 'assistant chat created' }).first().waitFor();
  await page.getByText(/^\d+ activities$/).waitFor();
  const types = await page.locator('tbody tr td:nth-child(2)').allInnerTexts();
  expect(new Set(types)).toEqual(new Set(['assistant chat created']));
});

test('an export goes on after a pause and a reload, and has every record once', async () => {
  await using console = await visit('/compliance?tab=exports');
  const { page, backend } = console;
  backend.emulator?.fake.setFaults([
    { match: { operation: 'activities.list' }, after: 1, times: 1, delay_ms: 4_000 },
  ]);
  await page.getByRole('button', { name: 'Export all activities' }).click();
  const item = page.getByRole('listitem', { name: /^Export of/ });
  await item.getByText(/^100 records/).waitFor();
  await item.getByRole('button', { name: 'Pause' }).click();
  await item.getByText('paused').waitFor();
  await page.reload();
  await item.getByText('paused').waitFor();
  await item.getByText(/^100 records/).waitFor();
  await item.getByRole('button', { name: 'Resume' }).click();
  await item.getByText('done').waitFor();
  const downloading = page.waitForEvent('download');
  await item.getByRole('link', { name: 'Download' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids.length).toBeGreaterThanOrEqual(300);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['light', 'dark'] as const)('the pages are accessible in %s', async (colorScheme) => {
  await using console = await visit('/compliance', { colorScheme });
  const { page } = console;
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Activities' }).click();
  await page.getByRole('table').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Exports' }).click();
  await page.getByText('No export yet').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('it works on a narrow screen, by keyboard', async () => {
  await using console = await visit('/compliance', { viewport: { width: 360, height: 640 } });
  const { page } = console;
  const chat = page.getByRole('region', { name: 'Chats' }).getByRole('button').first();
  await chat.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Back to the list' }).waitFor();
  expect(await chat.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Back to the list' }).press('Enter');
  await chat.waitFor();
  await page.getByRole('tab', { name: 'Chats' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: /Timeline/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
