/** Starts a console with its own emulator, and opens it in a browser. What is opened is closed when the test ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parlance } from '@parlance/sdk';
import type { Fake } from '@parlance/testing-fakes';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Emulator } from '../../server/backend.js';
import { connect } from '../../server/connect.js';
import { serveConsole } from '../../server/serve-console.js';
import type { ServiceSettings } from '../../server/service-settings.js';
import type { EmulatorSettings } from '../../server/settings.js';
import { browser } from '@parlance/testing/chromium';

/** A page in a browser. */
export interface OpenPage {
  readonly page: Page;
  /** URLs of all requests of the page. */
  readonly requests: readonly string[];
}

/** A page of a console. */
export interface Visit extends OpenPage {
  readonly url: string;
  /** The clients of the console. */
  readonly parlance: Parlance;
  /** The emulator of the console, unless it was started with a `service`. */
  readonly emulator: Emulator;
  readonly fake: Fake;
}

interface VisitOptions extends BrowserContextOptions {
  /** Connects the console to a service, instead of an emulator of its own. */
  readonly service?: ServiceSettings;
  readonly emulator?: EmulatorSettings;
}

/** Starts a console and opens one of its pages. */
export async function visit(address: string, options: VisitOptions = {}): Promise<Visit> {
  const { service, emulator, ...contextOptions } = options;
  const exports = await mkdtemp(path.join(tmpdir(), 'parlance-console-'));
  onTestFinished(() => rm(exports, { recursive: true, force: true }));
  const backend = await connect(service, emulator);
  const pages = fileURLToPath(new URL('../../dist/web', import.meta.url));
  const running = await serveConsole({ backend, ports: [0], pages, exports });
  onTestFinished(() => running.close());
  const started = (): Emulator => {
    if (backend.emulator === undefined) throw new Error('The console has no emulator of its own.');
    return backend.emulator;
  };
  return {
    ...(await openPage(running.urlOf(address), contextOptions)),
    url: running.url,
    parlance: backend.parlance,
    get emulator() {
      return started();
    },
    get fake() {
      return started().fake;
    },
  };
}

/** Opens a page of a running console. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, requests };
}
