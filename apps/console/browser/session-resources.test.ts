/** Files, repositories and memory stores of a session. */
import { expect, test } from 'vitest';
import { confirmed, createAgent, startSession } from './testing/agent-steps.js';
import { visit } from './testing/open-page.js';
import { choose, recordBodies } from './testing/page-steps.js';

test('files of any type, a repository and a memory store are attached to a session', async () => {
  const { page, parlance } = await visit('/agents');
  const { managedAgents } = parlance;
  const received = recordBodies(page);
  await managedAgents.memoryStores.create({ name: 'Customers' });
  await createAgent(page);
  await page.getByRole('link', { name: 'Start session' }).click();
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe]);
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'plan été.png', mimeType: 'image/png', buffer: bytes });
  await page.getByRole('button', { name: 'Add repository' }).click();
  await page.getByLabel('Repository URL').fill('https://githost.example/acme/orders');
  await page.getByLabel('Access token').fill('clone-canary-42');
  await choose(page, 'Checkout', 'branch');
  await page.getByLabel('Branch name').fill('main');
  await page.getByLabel('Customers').check();
  await choose(page, 'Access to Customers', 'read_only');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  const resources = page.getByRole('list', { name: 'Resources' });
  await resources.getByText('plan été.png').waitFor();
  await resources.getByText('acme/orders').waitFor();
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'data.bin', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
  await resources.getByText('data.bin').waitFor();

  const [session] = (await managedAgents.sessions.list()).data;
  expect(session?.resources).toMatchObject([
    { type: 'file', mount_path: '/mnt/session/uploads/plan été.png' },
    { type: 'githost_repository', checkout: { type: 'branch', name: 'main' } },
    { type: 'memory_store', access: 'read_only', name: 'Customers' },
    { type: 'file', mount_path: '/mnt/session/uploads/data.bin' },
  ]);
  const files = (await managedAgents.files.list()).data;
  expect(files.map(({ filename, mime_type, size_bytes }) => [filename, mime_type, size_bytes])).toEqual([
    ['data.bin', 'application/octet-stream', 3],
    ['plan été.png', 'image/png', 7],
  ]);

  await page.getByRole('button', { name: 'Replace token of https://githost.example/acme/orders' }).click();
  await page.getByRole('dialog').getByLabel('Token').fill('clone-canary-43');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const text = await confirmed(resources, 'Delete /mnt/session/uploads/data.bin', page);
  expect(text).toContain('The uploaded file is kept.');
  await resources.getByText('data.bin').waitFor({ state: 'hidden' });
  await page.goto('about:blank');
  expect(await received()).not.toContain('clone-canary');
});

test('a file that the service rejects shows the problem', async () => {
  const { page, fake } = await visit('/agents');
  await startSession(page);
  fake.setFaults([{ match: { operation: 'files.upload' }, status: 413 }]);
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'big.bin', mimeType: '', buffer: Buffer.from('x') });
  await page.getByRole('alert').getByText('The service rejected the request (413)').waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Resources' }).getByText('big.bin').count()).toBe(0);
});
