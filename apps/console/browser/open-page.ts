/** Starts a console with its own emulator, and opens it in a browser. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Backend } from '../server/backend.js';
import { connect } from '../server/connect.js';
import { serveConsole } from '../server/serve-console.js';
import type { ServiceSettings } from '../server/service-settings.js';

/** Paths at which to look for Chromium. */
const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A page in a browser. Disposing it closes the page. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** URLs of all requests of the page. */
  readonly requests: readonly string[];
}

/** A page of a console. Disposing it closes the page and the console. */
export interface Visit extends OpenPage {
  readonly url: string;
  readonly backend: Backend;
}

let browser: Browser | undefined;

/** Launches the browser for the tests of a file. Call it once at the top of the file. */
export function withBrowser(): void {
  beforeAll(async () => {
    const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
    if (executablePath === undefined) {
      throw new Error(
        'Chromium not found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
      );
    }
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
}

/** Starts a console and opens one of its pages. */
export async function visit(
  address: string,
  options: BrowserContextOptions & { readonly service?: ServiceSettings } = {},
): Promise<Visit> {
  const { service, ...contextOptions } = options;
  const exports = await mkdtemp(path.join(tmpdir(), 'parlance-console-'));
  const backend = await connect(service);
  const pages = fileURLToPath(new URL('../dist/web', import.meta.url));
  const running = await serveConsole({ backend, port: 0, pages, exports });
  const opened = await openPage(running.urlOf(address), contextOptions);
  return {
    ...opened,
    url: running.url,
    backend,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await running.close();
      await rm(exports, { recursive: true, force: true });
    },
  };
}

/** Opens a page of a running console. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  if (browser === undefined) throw new Error('Call withBrowser() at the top of the file.');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, requests, [Symbol.asyncDispose]: () => context.close() };
}
