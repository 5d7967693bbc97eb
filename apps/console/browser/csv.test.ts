/** Tables without a test of their own are exported as CSV, as they are shown. */
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { download } from './testing/page-steps.js';

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
])('%s exports %s', async (address, file, columns) => {
  const { page, url } = await visit('/admin');
  await page.getByRole('region', { name: 'Members' }).waitFor();
  await page.goto(`${url}${address}`);
  await page.locator('tbody tr, .workspaces li, .list li').first().waitFor();
  const { name, lines } = await download(page.getByRole('button', { name: 'CSV' }));
  expect(name).toBe(file);
  expect(lines[0]?.split(',')).toEqual(columns);
  expect(lines[1]?.split(',')[0]).toEqual(ID);
});

test('the members of a workspace are exported', async () => {
  const { page } = await visit('/admin?tab=workspaces');
  await page.locator('summary', { hasText: 'Members' }).first().click();
  const members = page.locator('.members li');
  await members.first().waitFor();
  const { name, lines } = await download(page.locator('details').getByRole('button', { name: 'CSV' }));
  expect(name).toMatch(/^members of .+\.csv$/u);
  expect(lines).toHaveLength(1 + (await members.count()));
});
