import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';

/** Every page and the tabs with parts of their own, with a selector that appears once it has loaded, and the most that it loads. */
test.each([
  ['/', '.big', 165_000],
  ['/chat', 'textarea', 200_000],
  ['/batches', '.empty', 210_000],
  ['/agents', '.list', 200_000],
  ['/agents?tab=sessions', '.list', 220_000],
  ['/agents?tab=memory', '.list', 240_000],
  ['/agents?tab=vaults', '.list', 240_000],
  ['/agents?tab=profiles', '.list', 240_000],
  ['/compliance', '.list', 245_000],
  ['/admin', 'tbody tr', 250_000],
  ['/usage', 'tbody tr', 220_000],
  ['/service', '.faults li', 140_000],
  ['/requests', '.list', 175_000],
] as const)(
  '%s, once it has %s, has loaded less than %i bytes of compressed script',
  async (address, loaded, limit) => {
    const opened = await visit('/service');
    const page = await opened.page.context().newPage();
    const responses: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') responses.push(response.body());
    });
    await page.goto(opened.url + address);
    await page.locator('main').locator(loaded).first().waitFor();
    const scripts = await Promise.all(responses);
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).byteLength, 0);
    expect(scripts.length).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(limit);
    // Only React's development build contains this.
    expect(scripts.join('\n')).not.toContain('jsxDEV');
  },
);
