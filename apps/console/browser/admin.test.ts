import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit } from './open-page.js';
import { download } from './page-steps.js';

test('a role change is shown before it is applied', async () => {
  const { page, parlance } = await visit('/admin');
  await page.getByLabel('Role of Grace Kim').selectOption('developer');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  expect(await tray.innerText()).toMatch(/Grace Kim[\s\S]*user[\s\S]*→[\s\S]*developer/);
  const roleOf = async (): Promise<string | undefined> =>
    (await parlance.admin.users.list({ email: 'grace.kim@example.com' })).data[0]?.role;
  expect(await roleOf()).toBe('user');
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.waitFor({ state: 'hidden' });
  expect(await roleOf()).toBe('developer');
  expect(await page.getByLabel('Role of Grace Kim').inputValue()).toBe('developer');
});

test('a change that the service rejects stays pending with its problem', async () => {
  const { page, fake } = await visit('/admin?tab=invites');
  fake.setFaults([{ match: { operation: 'invites.create' }, status: 400 }]);
  await page.getByLabel('Email to invite').fill('new.person@example.com');
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.getByText('The service rejected the request (400)').waitFor();
  expect(await tray.innerText()).toContain('request req_');
  await tray.getByRole('button', { name: 'Discard' }).click();
  expect(await tray.count()).toBe(0);
});

test('invites are filtered by status and show their age, and a new one is created', async () => {
  const { page } = await visit('/admin?tab=invites');
  await page.getByRole('button', { name: /^pending 3/ }).click();
  const rows = page.getByRole('region', { name: 'Invites' }).locator('tbody tr');
  expect(await rows.count()).toBe(3);
  expect(await rows.first().innerText()).toMatch(/ago|yesterday|today/);
  expect(await rows.first().innerText()).toMatch(/in \d+ days|tomorrow|today/);
  await page.getByLabel('Email to invite').fill('new.person@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('cell', { name: 'new.person@example.com', exact: true }).waitFor();
  expect(await rows.count()).toBe(4);
});

test('a workspace is created with its data residency and a member', async () => {
  const { page } = await visit('/admin?tab=workspaces');
  await page.getByLabel('New workspace name').fill('Field research');
  await page.getByLabel('Inference runs in').selectOption('eu');
  await page.getByRole('button', { name: 'Create' }).click();
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await tray.getByText('data stored in us (permanent), inference in eu').waitFor();
  await tray.getByRole('button', { name: 'Apply' }).click();
  const card = page.getByRole('article', { name: 'Field research' });
  await card.waitFor();
  expect(await card.innerText()).toMatch(/stored in\s+us[\s\S]*allowed in\s+eu/);
  await card.getByText('Members').click();
  const member = card.getByLabel('Add to Field research');
  await card.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => member.getAttribute('aria-invalid')).toBe('true');
  expect(await member.evaluate((select) => select === document.activeElement)).toBe(true);
  await member.selectOption({ label: 'Grace Kim' });
  await card.getByRole('button', { name: 'Add' }).click();
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.waitFor({ state: 'hidden' });
  await card.getByRole('listitem').getByText('Grace Kim').waitFor();
  expect(await card.innerText()).toContain('workspace user');
});

test.each(['light', 'dark'] as const)('the pages are accessible in %s', async (colorScheme) => {
  const { page } = await visit('/admin', { colorScheme });
  await page.getByLabel('Role of Grace Kim').selectOption('developer');
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const name of [/^Invites/, /^Workspaces/]) {
    await page.getByRole('tab', { name }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('the page fits a narrow screen', async () => {
  const { page } = await visit('/admin', { viewport: { width: 360, height: 640 } });
  await page.getByLabel('Role of Grace Kim').selectOption('developer');
  await page.getByRole('region', { name: 'Pending changes' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('members are sorted, filtered and exported as they are shown', async () => {
  const { page } = await visit('/admin');
  const rows = page.getByRole('region', { name: 'Members' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Member since' }).click();
  expect(await rows.first().innerText()).toContain('Ines Moreau');
  await page.getByRole('button', { name: 'Member since' }).click();
  expect(await rows.first().innerText()).toContain('Grace Kim');
  expect(await page.getByRole('columnheader', { name: 'Member since' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await page.getByLabel('Filter by role').selectOption('admin');
  expect(await rows.count()).toBe(2);
  const { name, lines } = await download(page.getByRole('button', { name: 'CSV' }));
  expect(name).toBe('members.csv');
  expect(lines.map((line) => line.split(',')[1])).toEqual(['name', 'Tomasz Wieczorek', 'Ines Moreau']);
});
