import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, download } from './testing/page-steps.js';

test('a chat shows its messages, and its files can be downloaded', async () => {
  const { page } = await visit('/compliance');
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  const detail = page.getByRole('region', { name: 'Onboarding checklist' });
  await detail.getByText('Draft a checklist for the first week of a new engineer.').waitFor();
  const { lines } = await download(detail.getByRole('link', { name: 'First week of a new engineer' }));
  expect(lines[0]).not.toBe('');
});

test('a chat without a name is named by its task when it is opened, and the list reads no chat', async () => {
  const { page, url, fake } = await visit('/chat');
  const stored = fake.world().store.of<{ readonly name: string }>({ name: 'chats' });
  for (const { id, record } of stored.entries())
    if (record.name === 'Onboarding checklist') stored.put(id, { ...record, name: ' ' });
  await page.goto(`${url}/compliance`);
  const untitled = page.getByRole('button', { name: 'Untitled' }).first();
  await untitled.waitFor();
  expect(fake.journal().filter(({ operation }) => operation === 'chats.messages')).toEqual([]);
  await untitled.click();
  const task = 'Draft a checklist for the first week of a new engineer.';
  await page.getByRole('heading', { level: 2, name: task }).waitFor();
});

test('chats are filtered by project and date', async () => {
  const { page } = await visit('/compliance');
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByRole('button').first().waitFor();
  await page.getByLabel('From').fill('2030-01-01');
  await list.getByText('No matching chats').waitFor();
  await page.getByLabel('From').fill('');
  await choose(page, 'Project', { index: 1 });
  await list.getByRole('button').first().waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(50);
});

test('chats are listed newest first, searched, and exported as they are shown', async () => {
  const { page } = await visit('/compliance');
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByRole('listitem').first().waitFor();
  const save = async () => (await download(page.getByRole('button', { name: 'CSV' }))).lines;
  const times = (await save()).slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1));
  expect(times.length).toBeGreaterThan(50);
  expect(times).toEqual(times.toSorted().toReversed());
  await page.getByLabel('Search chats').fill('onboarding');
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(20);
  await expect.poll(() => list.getByRole('listitem').count()).toBe((await save()).length - 1);
  await page.reload();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(20);
});

test('deleting a chat lists what is deleted and requires typing its name', async () => {
  const { page } = await visit('/compliance');
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .poll(() => dialog.innerText())
    .toMatch(/4 messages[\s\S]*the artifact First week of a new engineer/);
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Onboarding checklis');
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Onboarding checklist');
  const before = await page.getByRole('button', { name: /Onboarding checklist/ }).count();
  await confirm.click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.getByRole('button', { name: /Onboarding checklist/ }).count())
    .toBe(before - 1);
  await page.reload();
  await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /Onboarding checklist/ }).count())
    .toBe(before - 1);
});

test('the timeline filters by type, actor and family', async () => {
  const { page } = await visit('/compliance?tab=activities');
  const rows = page.getByRole('row');
  await page.getByRole('slider', { name: /Timeline of \d{3} activities/ }).waitFor();
  await page.getByRole('button', { name: /^Chats/ }).click();
  await expect.poll(() => rows.getByText(/^assistant chat /).count()).toBe(0);
  await page.getByRole('button', { name: /^Chats/ }).click();
  await choose(page, 'Type', 'assistant_chat_created');
  const types = page.getByRole('region', { name: 'Activities' }).locator('tbody tr td:nth-child(2)');
  await expect
    .poll(async () => new Set(await types.allInnerTexts()))
    .toEqual(new Set(['assistant chat created']));
});

test('dates filter by days of the time zone in which times are shown', async () => {
  const address = '/compliance?tab=activities&from=2026-05-20&to=2026-05-20';
  const { page } = await visit(address, { timezoneId: 'America/Los_Angeles' });
  await page.getByText(/^[1-9]\d* activities$/).waitFor();
  const table = page.getByRole('region', { name: 'Activities' });
  const times = await table.locator('tbody tr td:first-child').allInnerTexts();
  expect(new Set(times.map((time) => time.split(',')[0]))).toEqual(new Set(['20 May 2026']));
});

test('an export resumes after a pause and a reload, without losing or repeating records', async () => {
  const { page, fake } = await visit('/compliance?tab=exports');
  fake.setFaults([{ match: { operation: 'chats.messages' }, after: 30, times: 1, delay_ms: 4_000 }]);
  await page.getByRole('button', { name: 'Export all chats' }).click();
  const item = page.getByRole('listitem', { name: /^Chats export, started/ });
  await item.getByText(SOME_CHATS).waitFor();
  await item.getByRole('button', { name: 'Pause' }).click();
  await item.getByText('paused').waitFor();
  const before = await item.getByText(SOME_CHATS).innerText();
  await page.reload();
  await item.getByText('paused').waitFor();
  await expect.poll(() => item.getByText(SOME_CHATS).innerText()).toBe(before);
  await item.getByRole('button', { name: 'Resume' }).click();
  await item.getByText('finished', { exact: true }).waitFor();
  await expect.poll(() => item.innerText()).toMatch(/^160 chats · \d+ messages · 90 files · [\d.]+ kB$/m);
  const ids = (await linesOf(page, 'chats.ndjson')).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([160, 160]);
  expect((await linesOf(page, 'files.ndjson')).length).toBe(90);
  await item.getByRole('button', { name: 'Verify' }).click();
  await item.getByText(/^All [\d,]+ records match their certificates\.$/).waitFor();
});

test('an export of chats has exactly those on screen: filters and search', async () => {
  const { page } = await visit('/compliance');
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByRole('listitem').first().waitFor();
  await page.getByLabel('Search chats').fill('onboarding');
  await expect
    .poll(() => list.getByRole('listitem').count())
    .toSatisfy((count: number) => count > 0 && count < 20);
  const shown = await list.getByRole('listitem').count();
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('link', { name: 'View export' }).click();
  const item = page.getByRole('listitem', { name: /^Chats export, started/ });
  await item.getByText('finished', { exact: true }).waitFor();
  await expect.poll(() => item.innerText()).toContain('14 people, “onboarding”');
  expect(await linesOf(page, 'chats.ndjson')).toHaveLength(shown);
});

test('an export of filtered results reports files that cannot be read, and continues without them', async () => {
  const { page, fake } = await visit('/compliance');
  await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
  await choose(page, 'Project', { index: 1 });
  fake.setFaults([{ match: { operation: 'chats.files.download' }, status: 400 }]);
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('link', { name: 'View export' }).click();
  const item = page.getByRole('listitem', { name: /^Chats export, started/ });
  await item.getByText('needs your attention').waitFor();
  await expect.poll(() => item.innerText()).toMatch(/14 people, 1 project/);
  await expect
    .poll(() => item.getByRole('alert').innerText())
    .toMatch(/items could not be read[\s\S]*file assistant_file_\S+: .*400.* req_/);
  expect(await accessibilityProblems(page)).toEqual([]);
  fake.setFaults([]);
  await item.getByRole('button', { name: 'Skip and continue' }).click();
  await item.getByText('finished', { exact: true }).waitFor();
  await item.getByText(/^\d+ items could not be read\. See left-out/).waitFor();
  const left = await linesOf(page, 'left-out.ndjson');
  expect(new Set(left)).toEqual(
    new Set(left.map(() => expect.objectContaining({ subject: 'file', outcome: 'skipped' }))),
  );
});

test('an export resumes automatically after an outage', async () => {
  const { page, emulator, fake } = await visit('/compliance?tab=exports');
  fake.setFaults([{ match: { operation: 'chats.messages' }, after: 30, times: 1, delay_ms: 60_000 }]);
  await page.getByRole('button', { name: 'Export all chats' }).click();
  const item = page.getByRole('listitem', { name: /^Chats export, started/ });
  await item.getByText(SOME_CHATS).waitFor();
  await emulator.stop();
  await item.getByText('waits for the service').waitFor();
  await page.getByText('The service isn’t responding.').waitFor();
  await emulator.start();
  await item.getByText('finished', { exact: true }).waitFor();
  expect((await linesOf(page, 'chats.ndjson')).length).toBe(160);
});

/** The progress of an export, some of whose chats are sealed. */
const SOME_CHATS = /^[1-9]\d* chats/;

/** Downloads a file of the only export and parses its lines. */
async function linesOf(page: Page, name: string): Promise<{ id: string }[]> {
  const { lines } = await download(page.getByRole('link', { name }));
  return lines.map((line) => JSON.parse(line) as { id: string });
}

test.each(['light', 'dark'] as const)('the pages are accessible in %s', async (colorScheme) => {
  const { page } = await visit('/compliance', { colorScheme });
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
  await page.getByRole('region', { name: 'Activities' }).getByRole('table').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Exports' }).click();
  await page.getByText('No exports yet').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the page works with the keyboard on a narrow screen', async () => {
  const { page } = await visit('/compliance', { viewport: { width: 360, height: 640 } });
  const chat = page.getByRole('region', { name: 'Chats' }).getByRole('button').first();
  await chat.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Back to list' }).waitFor();
  await expect.poll(() => chat.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Back to list' }).press('Enter');
  await chat.waitFor();
  await page.getByRole('tab', { name: 'Chats' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('slider', { name: /Timeline/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the name of a chat is confirmed as it is displayed', async () => {
  const { page } = await visit('/compliance');
  await page.route(/\/api\/v1\/.*\/messages/, async (route) => {
    const response = await route.fetch();
    const chat = (await response.json()) as object;
    await route.fulfill({ response, json: { ...chat, name: ' Two  spaces ' } });
  });
  await page.reload();
  await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Two spaces');
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete permanently' }).isEnabled()).toBe(true);
});

test('pausing an export can be retried after it failed', async () => {
  const { page, fake } = await visit('/compliance?tab=exports');
  fake.setFaults([{ match: { operation: 'activities.list' }, stall: true }]);
  await page.route('**/rpc/exports/pause', (route) => route.abort());
  await page.getByRole('button', { name: 'Export all activities' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('alert').getByText('The connection failed').waitFor();
  await page.unroute('**/rpc/exports/pause');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('paused').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('the list has the chats of everybody, and a chat is found by a text in its messages', async () => {
  const { page } = await visit('/compliance');
  const list = page.getByRole('region', { name: 'Chats' });
  await page.getByLabel('Number of chats').getByText('160 chats', { exact: true }).waitFor();
  await page.getByLabel('Search chats').fill('first week of a new engineer');
  await list.getByText('No matching chats').waitFor();
  await page.getByLabel('Search messages, too').check();
  await list.getByText('Onboarding checklist').first().waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(20);
});
