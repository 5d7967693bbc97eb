import { build } from 'vite';

/** Builds the pages as they are shipped, before the tests look at them. */
export async function setup(): Promise<void> {
  await build({ configFile: new URL('../vite.config.ts', import.meta.url).pathname, logLevel: 'warn' });
}
