/** Runs the page with `EventSource` and the server that adds the key, both extracted from the guide. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { browser } from '@parlance/testing/chromium';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const guide = readFileSync('docs/guides/testing-with-the-emulator.md', 'utf8');
const fake = createFake();
let folder: string;
let server: ChildProcess | undefined;
let site: string;
let session: { readonly id: string };

beforeAll(async () => {
  const { url } = await fake.listen({ port: 0 });
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-event-source-'));
  writeFileSync(
    path.join(folder, 'server.mjs'),
    blockOf(/<!-- test: \S+event-source\.browser\.test\.ts -->\n\n```ts\n/),
  );
  writeFileSync(path.join(folder, 'page.html'), blockOf(/```html\n/));
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { ...process.env, URL: url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  [site] = await once(createInterface(child.stdout), 'line');
});

afterAll(async () => {
  server?.kill();
  await fake.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  fake.reset();
  const agent = await post('/v1/agents', { model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await post('/v1/environments', { name: 'farm' });
  session = await post('/v1/sessions', { agent: agent.id, environment_id: environment.id });
});

test('a page shows a live session, and the missed events after a reconnect', async () => {
  // The first stream breaks at its first event.
  fake.setFaults([{ match: { path: streamPath() }, times: 1, stream: { cut_at_event: 0 } }]);
  await say('one');
  const page = await browser.newPage();
  const opened: Promise<Record<string, string>>[] = [];
  page.on(
    'request',
    (request) => void (request.resourceType() === 'eventsource' && opened.push(request.allHeaders())),
  );
  await page.goto(`${site}/#${session.id}`);
  await shows(page, ['one']);
  await say('two');
  await shows(page, ['one', 'two']);
  await say('three');
  await shows(page, ['one', 'two', 'three']);
  const headers = await Promise.all(opened);
  expect(headers).toHaveLength(2);
  for (const sent of headers) expect(sent).not.toHaveProperty('last-event-id');
  await page.close();
});

test('a stream of a deleted session gets a 404 and is not reopened', async () => {
  const page = await browser.newPage();
  await page.goto(site);
  await page.evaluate(listen, `${site}${streamPath()}`);
  await page.waitForFunction(() => source.readyState === EventSource.OPEN);
  await fake.fetch(`${fake.url}/v1/sessions/${session.id}`, {
    method: 'DELETE',
    headers: headersWith(fake.keys.api),
  });
  await page.waitForFunction(() => source.readyState === EventSource.CLOSED);
  expect(asked()).toEqual([200, 404]);
  await page.close();
});

test('a key in the query is not accepted', async () => {
  const page = await browser.newPage();
  await page.goto(site);
  const key = `x-api-key=${fake.keys.api}`;
  await page.evaluate(listen, `${fake.url}${streamPath()}?${key}`);
  await page.waitForFunction(() => source.readyState === EventSource.CLOSED);
  expect(asked()).toEqual([401]);
  expect(JSON.stringify(fake.journal())).not.toContain(key);
  await page.close();
});

/** Returns the code of the guide after `marker`. */
function blockOf(marker: RegExp): string {
  const match = marker.exec(guide);
  if (match === null) throw new Error(`the guide has no ${marker}`);
  const from = match.index + match[0].length;
  return guide.slice(from, guide.indexOf('```\n', from));
}

/** State that `listen` stores in the page. */
declare const source: EventSource;

/** Runs in the page. */
function listen(address: string): void {
  Object.assign(globalThis, { source: new EventSource(address) });
}

function streamPath(): string {
  return `/v1/sessions/${session.id}/events/stream`;
}

/** Returns the status of each request for the stream. */
function asked(): readonly (number | null)[] {
  return fake
    .journal()
    .filter((entry) => entry.path === streamPath())
    .map(({ status }) => status);
}

async function shows(page: Page, texts: readonly string[]): Promise<void> {
  const wanted = texts.map((text) => `You said: ${text}`);
  await page.waitForFunction(
    (expected) => [...document.querySelectorAll('li')].map((item) => item.textContent).join() === expected,
    wanted.join(),
  );
}

function say(text: string): Promise<unknown> {
  const events = [{ type: 'user.message', content: [{ type: 'text', text }] }];
  return post(`/v1/sessions/${session.id}/events`, { events });
}

async function post(where: string, body: unknown): Promise<{ readonly id: string }> {
  const headers = { ...headersWith(fake.keys.api), 'content-type': 'application/json' };
  const response = await fake.fetch(fake.url + where, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { readonly id: string };
}

function headersWith(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key, 'vendor-version': '2023-06-01', 'vendor-beta': 'managed-agents-2026-04-01' };
}
