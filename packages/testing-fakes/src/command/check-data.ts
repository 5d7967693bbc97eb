/** `parlance-fakes check`: verifies data files. */
import { existsSync } from 'node:fs';
import { DataFileError } from '../file-store/data-file-error.js';
import { openWorldFile } from '../file-store/world-file.js';
import { show, UsageError } from './arguments.js';

/**
 * Reads every row of a data file.
 *
 * @param argv - Arguments after `check`.
 * @returns Text to print, and the exit code: 0 when the file is intact, 1 when it is damaged.
 * @throws {UsageError} When an argument is invalid or the file does not exist.
 */
export async function checkData([path, ...rest]: readonly string[]): Promise<{
  readonly text: string;
  readonly code: number;
}> {
  if (path === undefined || path.startsWith('--') || rest.length > 0)
    throw new UsageError('check: requires a file, and nothing else');
  if (!existsSync(path)) throw new UsageError(`check ${show(path)}: file not found`);
  try {
    await readAll(path);
    return { text: `${show(path)} is intact\n`, code: 0 };
  } catch (error) {
    if (error instanceof DataFileError) return { text: `${error.message}\n`, code: 1 };
    throw error;
  }
}

/** @throws {DataFileError} When a row is damaged. */
async function readAll(path: string): Promise<void> {
  const store = await openWorldFile(path);
  try {
    const contents = store.names().flatMap((name) => [...(store.open(name)?.store.contents.entries() ?? [])]);
    for (const [, content] of contents) for (const _chunk of content.chunks());
  } finally {
    store.close();
  }
}
