/** Runs Chromium for the tests of a file. A setup file of the projects of vitest.browser.config.ts. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** Paths at which to look for Chromium. */
const PLACES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of the current test file. */
export let browser: Browser;

beforeAll(async () => {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      'Chromium not found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
    );
  }
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

afterAll(() => browser.close());
