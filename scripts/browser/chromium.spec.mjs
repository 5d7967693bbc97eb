/** The client in a real browser: bundled, on a page of another origin, over a loopback socket. */
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { createFake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXPECTATIONS } from './expectations.mjs';
import { findChromium } from './find-chromium.mjs';

const fake = createFake();
let browser;
let pages;
let page;
let service;

beforeAll(async () => {
  service = { url: (await fake.listen({ port: 0 })).url, key: fake.keys.api };
  pages = await servePage(await bundle());
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(pages.url);
});

afterAll(async () => {
  await browser?.close();
  pages?.server.close();
  await fake.close();
});

beforeEach(() => fake.reset());

describe('InferenceClient in Chromium', () => {
  test.for(EXPECTATIONS)('$title', async ({ name, faults, gives }) => {
    fake.setFaults(faults);
    expect(await page.evaluate(`program.${name}(${JSON.stringify(service)})`)).toEqual(gives);
  });
});

/** The program as a bundler makes it for browsers, from the built packages. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [new URL('program.mjs', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** A page on a port of its own, so that to the browser the service is another origin. */
function servePage(script) {
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
      resolve({ server, url: `http://127.0.0.1:${server.address().port}/` });
    });
  });
}
