import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';

const BIN = path.resolve(import.meta.dirname, '../../node_modules/.bin');

/** What a finished program leaves. */
export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a program that is installed in the repository.
 *
 * @param options.cwd - Folder to run it in. Default the current one.
 * @param options.env - Variables, added to those of this process.
 */
export function runTool(
  name: string,
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ToolResult> {
  return runCaptured(path.join(BIN, name), args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
}

/** Does the work for all items, `limit` at a time; results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
