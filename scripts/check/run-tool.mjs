import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';

const BIN = path.resolve(import.meta.dirname, '../../node_modules/.bin');

/**
 * Runs a program that is installed in the repository, in a folder of it and with variables beside those of the process;
 * gives its exit code and its output.
 */
export function runTool(name, args, { cwd = process.cwd(), env = {} } = {}) {
  return runCaptured(path.join(BIN, name), args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
}

/** Does the work for all items, `limit` at a time; results come in the order of the items. */
export async function inParallel(items, limit, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
