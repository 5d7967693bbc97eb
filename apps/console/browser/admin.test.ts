import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, selectOf, download } from './testing/page-steps.js';

test('a role change is shown before it is applied', async () => {
  const { page, parlance } = await visit('/admin');
  await choose(page, 'Role of Grace Kim', 'developer');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await expect.poll(() => tray.innerText()).toMatch(/Grace Kim[\s\S]*user[\s\S]*→[\s\S]*developer/);
  const roleOf = async (): Promise<string | undefined> =>
    (await parlance.admin.users.list({ email: 'grace.kim@example.com' })).data[0]?.role;
  expect(await roleOf()).toBe('user');
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.waitFor({ state: 'hidden' });
  expect(await roleOf()).toBe('developer');
  await expect.poll(() => selectOf(page, 'Role of Grace Kim').innerText()).toBe('developer');
});

test('10,000 members are shown page by page, and exported at once', async () => {
  const { page } = await visit('/admin', { emulator: { demo: { users: 10_000 } } });
  const rows = page.getByRole('region', { name: 'Members' }).locator('tbody tr');
  const pages = page.getByRole('navigation', { name: 'Pages of members' });
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(100);
  const first = await rows.first().innerText();
  await pages.getByRole('button', { name: 'Next' }).click();
  await pages.getByText('101–200 of 10,000').waitFor();
  await expect.poll(() => rows.first().innerText()).not.toBe(first);
  await page.reload();
  await pages.getByText('101–200 of 10,000').waitFor();
  expect((await download(page.getByRole('button', { name: 'CSV' }))).lines).toHaveLength(10_001);
  await page.getByLabel('Search members').fill('grace.kim@');
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => pages.count()).toBe(0);
});

test('a change that the service rejects stays pending with its problem', async () => {
  const { page, fake } = await visit('/admin');
  fake.setFaults([{ match: { operation: 'users.update' }, status: 400 }]);
  await choose(page, 'Role of Grace Kim', 'developer');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.getByText('The service rejected the request').waitFor();
  await expect.poll(() => tray.innerText()).toContain('invalid_request_error');
  await tray.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => tray.count()).toBe(0);
});

test('a change that replaces another one while it is applied stays pending', async () => {
  const { page, parlance } = await visit('/admin');
  const released = Promise.withResolvers<void>();
  await page.route('**/rpc/organization/apply', async (route) => {
    await released.promise;
    await route.continue();
  });
  await choose(page, 'Role of Grace Kim', 'developer');
  await choose(page, 'Role of Freya Lindqvist', 'developer');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await Promise.all([
    page.waitForRequest('**/rpc/organization/apply'),
    tray.getByRole('button', { name: 'Apply' }).click(),
  ]);
  await choose(page, 'Role of Grace Kim', 'billing');
  released.resolve();
  await tray.getByRole('button', { name: 'Apply', exact: true }).waitFor();
  await expect
    .poll(() => tray.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/Grace Kim[\s\S]*billing/)]);
  const users = await Array.fromAsync(parlance.admin.users.list({}));
  const roleOf = (name: string) => users.find((user) => user.name === name)?.role;
  expect([roleOf('Grace Kim'), roleOf('Freya Lindqvist')]).toEqual(['developer', 'developer']);
});

test('the plan names what a removal breaks, and a plan against a guard cannot be applied here', async () => {
  const { page, parlance } = await visit('/admin');
  const tray = page.getByRole('region', { name: 'Pending changes' });
  const consequences = tray.getByRole('list', { name: 'Consequences' });
  const { data } = await parlance.admin.users.list({ limit: 1000 });
  const names = data.filter(({ role }) => role !== 'admin').map(({ name }) => name);
  for (const name of names.slice(0, 11)) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await consequences.getByText('11 people lose access; at most 10 may').waitFor();
  await expect.poll(() => consequences.innerText()).toMatch(/is a member of \d workspace/);
  await expect.poll(() => tray.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
});

test('invites are filtered by status and show their age, and a new one is created', async () => {
  const { page } = await visit('/admin?tab=invites');
  await page.getByRole('button', { name: /^not answered yet 3/ }).click();
  const rows = page.getByRole('region', { name: 'Invites' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  await expect.poll(() => rows.first().innerText()).toMatch(/ago|yesterday|today/);
  await expect.poll(() => rows.first().innerText()).toMatch(/in \d+ days|tomorrow|today/);
  await page.getByLabel('Email to invite').fill('new.person@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('cell', { name: 'new.person@example.com', exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(4);
});

test('a workspace is created with its data residency and a member', async () => {
  const { page } = await visit('/admin?tab=workspaces');
  await page.getByLabel('New workspace name').fill('Field research');
  await choose(page, 'Inference runs in', 'eu');
  await page.getByRole('button', { name: 'Create' }).click();
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await tray.getByText('data stored in us (permanent), inference in eu').waitFor();
  await tray.getByRole('button', { name: 'Apply' }).click();
  const card = page.getByRole('article', { name: 'Field research' });
  await card.waitFor();
  await expect.poll(() => card.innerText()).toMatch(/stored in\s+us[\s\S]*allowed in\s+eu/);
  await card.getByText('Members').click();
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  const member = selectOf(card, 'Add to Field research');
  await expect.poll(() => member.evaluate((select) => select === document.activeElement)).toBe(true);
  await expect.poll(() => card.locator('[data-invalid]').count()).toBe(1);
  await choose(card, 'Add to Field research', { label: 'Grace Kim' });
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await tray.getByRole('button', { name: 'Apply' }).click();
  await tray.waitFor({ state: 'hidden' });
  await card.getByRole('listitem').getByText('Grace Kim').waitFor();
  await expect.poll(() => card.innerText()).toContain('workspace user');
});

test.each(['light', 'dark'] as const)('the pages are accessible in %s', async (colorScheme) => {
  const { page } = await visit('/admin', { colorScheme });
  await choose(page, 'Role of Grace Kim', 'developer');
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const name of [/^Invites/, /^Workspaces/]) {
    await page.getByRole('tab', { name }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test('the page fits a narrow screen', async () => {
  const { page } = await visit('/admin', { viewport: { width: 360, height: 640 } });
  await choose(page, 'Role of Grace Kim', 'developer');
  await page.getByRole('region', { name: 'Pending changes' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('members are sorted, filtered and exported as they are shown', async () => {
  const { page } = await visit('/admin');
  const rows = page.getByRole('region', { name: 'Members' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Member since' }).click();
  await expect.poll(() => rows.first().innerText()).toContain('Ines Moreau');
  await page.getByRole('button', { name: 'Member since' }).click();
  await expect.poll(() => rows.first().innerText()).toContain('Grace Kim');
  expect(await page.getByRole('columnheader', { name: 'Member since' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await choose(page, 'Filter by role', 'admin');
  await expect.poll(() => rows.count()).toBe(2);
  const { name, lines } = await download(page.getByRole('button', { name: 'CSV' }));
  expect(name).toBe('members.csv');
  expect(lines.map((line) => line.split(',')[1])).toEqual(['name', 'Tomasz Wieczorek', 'Ines Moreau']);
});
