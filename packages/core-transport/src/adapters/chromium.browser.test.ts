/** Runs the bundled client in a real browser, on a page of another origin, over a loopback socket. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { browser } from '@parlance/testing/chromium';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPECTATIONS } from '../testing/portable-expectations.js';
import type { Service } from '../testing/portable-program.ts';

const fake = createFake();
let pages: { readonly server: Server; readonly url: string } | undefined;
let page: Page;
let service: Service;

beforeAll(async () => {
  service = { url: (await fake.listen({ port: 0 })).url, key: fake.keys.api };
  pages = await servePage(await bundle());
  page = await browser.newPage();
  await page.goto(pages.url);
});

afterAll(async () => {
  await page.close();
  pages?.server.close();
  await fake.close();
});

beforeEach(() => fake.reset());

describe('InferenceClient in Chromium', () => {
  test.for(EXPECTATIONS)('$title', async ({ name, faults, returns }) => {
    fake.setFaults(faults);
    expect(await page.evaluate(`program.${name}(${JSON.stringify(service)})`)).toEqual(returns);
  });
});

/** Bundles the program for browsers from the built packages. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/../testing/portable-program.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves a page on its own port, so that the service is another origin. */
function servePage(script: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/program.js';
    response.setHeader(
      'content-type',
      isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
    );
    response.end(isScript ? script : '<!doctype html><script src="/program.js"></script>');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://127.0.0.1:${port}/` });
    });
  });
}
