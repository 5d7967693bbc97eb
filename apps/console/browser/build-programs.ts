import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Builds the console and the emulator's command as they are shipped, before the tests look at them. */
export async function setup(): Promise<void> {
  const build = async (script: string): Promise<void> => {
    const cwd = fileURLToPath(new URL('.', script));
    await promisify(execFile)(process.execPath, [fileURLToPath(script)], { cwd });
  };
  await build(new URL('../build.js', import.meta.url).href);
  await build(new URL('../../../packages/testing-fakes/build-command.js', import.meta.url).href);
}
