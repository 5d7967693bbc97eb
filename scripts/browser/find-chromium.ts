import { existsSync } from 'node:fs';

/**
 * Finds the browser.
 *
 * @throws {Error} When it is missing, so that the tests that need it fail.
 */
export function findChromium(): string {
  const places = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found === undefined) {
    throw new Error(
      'Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM to its path',
    );
  }
  return found;
}
