/**
 * Builds the documentation site and uses it in a real browser. With `PICTURES=docs/images` in the environment, also takes the
 * pictures of the site.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AsPlainObject } from 'minisearch';
import type { Page } from 'playwright-core';
import { browser } from '@parlance/testing/chromium';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownCopies } from './markdown-copies.ts';
import { searchIn } from './site-search.ts';
import questions from './testing/questions.json' with { type: 'json' };

const site = path.resolve('docs/api');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const PATIENCE = { timeout: 25_000 };
const problems: string[] = [];
let server: Server;
let base: string;
let page: Page;

beforeAll(async () => {
  execFileSync('pnpm', ['exec', 'turbo', 'run', 'docs', '--output-logs=errors-only'], { stdio: 'ignore' });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = path.join(site, decodeURIComponent(pathname).replace(/\/$/, '/index.html'));
    try {
      const content = readFileSync(file);
      response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') problems.push(`${line.text()} ${line.location().url}`);
  });
}, 600_000);

afterAll(async () => {
  server.close();
});

test('the reference of a client is two clicks from the landing page', async () => {
  await page.goto(base);
  await takePicture('site');
  await page.getByRole('link', { name: 'InferenceClient', exact: true }).first().click();
  await page.locator('.col-content a[href$=".Messages.html"]').first().click();
  const headings = page.locator('h3', { hasText: /^stream/ });
  await expect.poll(() => headings.count(), PATIENCE).toBeGreaterThan(0);
  await takePicture('site-reference');
});

test('the page of a class links to the line of its declaration', async () => {
  await page.goto(`${base}classes/_parlance_inference.index.InferenceClient.html`);
  await page.locator('a[href*="/source/packages/inference/src/inference-client.ts"]').first().click();
  await expect.poll(() => page.locator(':target').textContent(), PATIENCE).toContain('class InferenceClient');
});

test('all links to sources lead to a line', () => {
  const pages = globSync('{classes,functions,interfaces,types,variables}/*.html', { cwd: site });
  const links = pages.flatMap((file) =>
    Array.from(readFileSync(path.join(site, file), 'utf8').matchAll(/href="\.\.\/source\/([^"#]+)#(L\d+)"/g)),
  );
  expect(links.length).toBeGreaterThan(5000);
  const texts = new Map<string, string>();
  const broken = links.filter(([, file = '', line = '']) => {
    const source = path.join(site, 'source', file);
    const text = texts.get(file) ?? (existsSync(source) ? readFileSync(source, 'utf8') : '');
    texts.set(file, text);
    return !text.includes(`id="${line}"`);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the landing page has its title once, and pages instead of Markdown files behind its links', async () => {
  await page.goto(base);
  expect(await page.locator('h1').allTextContents()).toEqual(['Parlance']);
  const raw = await page
    .locator('a[href$=".md"]')
    .evaluateAll((links) => links.map((link) => link.textContent));
  expect(raw).toEqual([]);
});

test('documents have a title, and fit on a phone', async () => {
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [name, title] of [
    ['Getting_started', 'Getting started'],
    ['Endpoints', 'Endpoints'],
    ['Options', 'Options'],
  ]) {
    await page.goto(`${base}documents/${name}.html`);
    expect(await page.locator('h1').first().textContent()).toContain(title);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([name, width]).toEqual([name, 390]);
  }
  if (desktop !== null) await page.setViewportSize(desktop);
});

test('the keyboard opens the search, which finds a guide by the words of a question', async () => {
  await page.goto(base, { waitUntil: 'networkidle' });
  await page.keyboard.press('/');
  await page.locator('#tsd-search-input').fill('which failed requests are retried');
  const found = page.locator('#tsd-search-results [role=option]');
  await expect.poll(() => found.first().textContent(), PATIENCE).toContain('Errors and retries');
  await takePicture('site-search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/documents/Errors_and_retries.html');
});

/** The search of the page, without the page. */
function openSearch(): ReturnType<typeof searchIn> {
  const script = readFileSync(path.join(site, 'assets/site-search-index.js'), 'utf8');
  const json = script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1);
  return searchIn(JSON.parse(json) as AsPlainObject);
}

test('the search finds the page that answers a question first', () => {
  const search = openSearch();
  const titles = new Map(
    markdownCopies(process.cwd()).map(({ source, title }) => [source, title.replaceAll('`', '')]),
  );
  const wrong = questions.flatMap(({ question, pages }) => {
    const [first] = search(question);
    return pages.some((file) => titles.get(file) === first?.title) ? [] : [`${question}: ${first?.title}`];
  });
  expect(wrong).toEqual([]);
  expect(questions).toHaveLength(119);
});

test.each([
  ['InferenceClient', 'class of @parlance/inference'],
  ['streamerror', 'class of @parlance/core-transport'],
  ['messages.create', 'endpoint messages.create'],
  ['DELETE /v1/vaults/{vault_id}', 'endpoint vaults.delete'],
])('the search finds %s first', (name, kind) => {
  expect(openSearch()(name)[0]?.kind).toBe(kind);
});

test('an endpoint that was found opens on the OpenAPI page', async () => {
  // Out of view.
  const [{ id } = { id: '' }] = openSearch()('messages.create');
  await page.goto(`${base}${id}`);
  const operation = page.locator('.opblock.is-open[id*="messages"][id$="create"]');
  await expect.poll(() => operation.count(), { timeout: 80_000 }).toBe(1);
}, 90_000);

test('no link of a Markdown copy is dead', () => {
  const copies = markdownCopies(process.cwd());
  const links = copies.flatMap(({ source, text }) =>
    Array.from(text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g), ([, target = '']) =>
      path.join(path.dirname(source), target),
    ),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter((target) => !existsSync(path.join(site, 'markdown', target)))).toEqual([]);
});

test.each([
  ['llms.txt', 100],
  ['llms-full.txt', 200],
])('no link of %s is dead', (file, least) => {
  const text = readFileSync(path.join(site, file), 'utf8');
  const links = Array.from(text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g), ([, target = '']) => target);
  expect(links.length).toBeGreaterThan(least);
  expect(links.filter((target) => !existsSync(path.join(site, target)))).toEqual([]);
});

test('the OpenAPI page lists the operations', async () => {
  await page.goto(`${base}openapi/`);
  await page.getByText('/v1/complete').waitFor();
  // The page renders only the operations that are in view.
  const operation = page.getByText('/v1/messages/count_tokens');
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return operation.count();
    }, PATIENCE)
    .toBeGreaterThan(0);
});

test('no link of the landing page and the packages is dead', async () => {
  const seen = new Set<string>();
  const queue = [base];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const address = url.replace(/#.*/, '');
    if (seen.has(address)) continue;
    seen.add(address);
    const response = await page.request.get(address);
    if (response.status() !== 200) problems.push(`${response.status()} ${address}`);
    if (address !== base && !/\/(modules|documents)\//.test(address)) continue;
    for (const [, href = ''] of (await response.text()).matchAll(/<a [^>]*href="(?<href>[^"]+)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), address).href;
      if (target.startsWith(base)) queue.push(target);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  expect(problems).toEqual([]);
}, 120_000);

async function takePicture(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
