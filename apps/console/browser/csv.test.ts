/** Tables without a test of their own are exported as CSV, as they are shown. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

const ID = expect.stringMatching(/\w/u) as string;

test.each([
  [
    '/admin?tab=invites&status=pending',
    'invites.csv',
    ['id', 'email', 'status', 'role', 'invited_at', 'expires_at'],
  ],
  [
    '/admin?tab=workspaces',
    'workspaces.csv',
    ['id', 'name', 'workspace_geo', 'allowed_inference_geos', 'created_at', 'archived_at'],
  ],
  [
    '/service',
    'attempts.csv',
    ['operation', 'attempt', 'status', 'code', 'durationMs', 'waitMs', 'requestId'],
  ],
  [
    '/requests',
    'requests.csv',
    ['at', 'operation', 'status', 'code', 'attempts', 'duration_ms', 'rule', 'request_ids'],
  ],
])('%s exports %s', async (address, name, columns) => {
  await using console = await visit('/admin');
  const { page, url } = console;
  await page.getByRole('region', { name: 'Members' }).waitFor();
  await page.goto(`${url}${address}`);
  await page.locator('tbody tr, .workspaces li, .list li').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  const lines = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]?.split(',')).toEqual(columns);
  expect(lines[1]?.split(',')[0]).toEqual(ID);
});

test('the members of a workspace are exported', async () => {
  await using console = await visit('/admin?tab=workspaces');
  const { page } = console;
  await page.getByText('Members', { exact: true }).first().click();
  const members = page.locator('.members li');
  await members.first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('details').getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^members of .+\.csv$/u);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + (await members.count()));
});
