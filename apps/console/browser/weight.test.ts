import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { messageBox } from './testing/page-steps.js';

const LIMIT_BYTES = 200_000;

test('the first page loads less than 200 kB of compressed script', async () => {
  const { page } = await visit('/chat');
  const loaded: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.push(response.body());
  });
  await page.reload();
  await messageBox(page).waitFor();
  const scripts = await Promise.all(loaded);
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).byteLength, 0);
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(LIMIT_BYTES);
  // Only React's development build contains this.
  expect(scripts.join('\n')).not.toContain('jsxDEV');
});
