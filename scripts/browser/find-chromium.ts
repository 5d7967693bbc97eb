import { existsSync } from 'node:fs';

/**
 * Finds the browser.
 *
 * @throws {Error} When there is none: the tests that need it fail.
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
    throw new Error('no Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM');
  }
  return found;
}
