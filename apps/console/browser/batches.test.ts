import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { download } from './testing/page-steps.js';

const request = (id: string, model = 'assistant-sonnet-4-6') =>
  JSON.stringify({
    custom_id: id,
    params: { model, max_tokens: 50, messages: [{ role: 'user', content: `hello ${id}` }] },
  });

test('a JSONL file is submitted, and its results are shown and downloaded', async () => {
  const { page } = await visit('/batches');
  const content = `${request('one')}\n\n${request('two', 'unknown-1')}\n`;
  await page
    .getByLabel('JSONL file')
    .setInputFiles({ name: 'a.jsonl', mimeType: 'text/plain', buffer: Buffer.from(content) });
  await page.getByText('2 requests').waitFor();
  await page.getByRole('button', { name: 'Submit batch' }).click();
  const rows = page.getByRole('region', { name: 'Results by request' }).locator('tbody tr');
  await rows.first().waitFor();
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^one\s+answered\s+You said: hello one$/),
      expect.stringMatching(/^two\s+failed\s+.*unknown-1/),
    ]);
  const batch = page.getByRole('region', { name: 'Batches', exact: true }).locator('tbody tr');
  await expect.poll(() => batch.innerText()).toMatch(/finished\s+0\s+1\s+1\s+0\s+0$/);
  expect(page.url()).toMatch(/\?batch=msgbatch_/);
  const { name } = await download(page.getByRole('link', { name: 'All results' }));
  expect(name).toMatch(/^msgbatch_.*\.jsonl$/);
  await page.reload();
  await rows.first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this batch?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete batch' }).click();
  await page.getByText('No batches yet').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await expect.poll(() => page.getByText('not found').count()).toBe(0);
});

test('an unsent batch survives a reload, and a batch that is too old for the list has an address', async () => {
  const { page, url, parlance } = await visit('/batches');
  const field = page.getByLabel('Requests, one JSON object per line');
  await field.fill(request('one'));
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe(request('one'));
  const { batches } = parlance.inference.messages;
  const requests = [JSON.parse(request('first'))];
  const { id } = await batches.create({ requests });
  for (let count = 0; count < 50; count += 1) await batches.create({ requests });
  await page.goto(`${url}/batches?batch=${id}`);
  await page.getByRole('region', { name: 'Results by request' }).getByText('hello first').waitFor();
  await page.getByText('Only the newest batches are listed.').waitFor();
});

test('a batch is canceled', async () => {
  const { page } = await visit('/batches');
  const slow = request('slow').replace('hello', '/wait 3600');
  await page.getByLabel('Requests, one JSON object per line').fill(slow);
  await page.getByRole('button', { name: 'Submit batch' }).click();
  await page.getByText('Results appear when the batch is finished.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const results = page.getByRole('region', { name: 'Results by request' }).locator('tbody tr');
  await results.first().waitFor();
  await expect.poll(() => results.allInnerTexts()).toEqual([expect.stringMatching(/^slow\s+canceled/)]);
});

test('a line that is not a valid request is reported at the field, and nothing is sent', async () => {
  const { page, requests } = await visit('/batches');
  const field = page.getByLabel('Requests, one JSON object per line');
  const submit = page.getByRole('button', { name: 'Submit batch' });
  for (const [text, problem] of [
    [`${request('a')}\n{`, 'Line 2 is not JSON.'],
    ['\n{"params":{}}', 'Line 2, custom_id: Field required'],
    ['{"custom_id":"a"}', 'Line 1, params: Field required'],
    ['3', 'Line 1: must be of type object'],
    [`${request('a')}\n${request('a')}`, 'Line 2, custom_id: must be unique within the batch'],
    [request('a').replace('50', '"x"'), 'Line 1, params.max_tokens: must be of type'],
  ] as const) {
    await field.fill(text);
    await page.getByText(problem).waitFor();
    await submit.click();
    await expect.poll(() => field.evaluate((area) => area === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(requests.filter((url) => url.endsWith('/messages/batches'))).toEqual([]);
  await page.getByRole('button', { name: 'Insert an example' }).click();
  await page.getByText('2 requests').waitFor();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
  await submit.click();
  await page.getByRole('region', { name: 'Results', exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
});
