/** Lists a folder for the model. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 1000;

/**
 * Lists files and folders up to two levels deep, with their sizes. Hidden entries and `node_modules` are excluded, and
 * symbolic links are not followed.
 *
 * @param path - Path of the folder.
 * @param shown - Path to show to the model.
 */
export async function listFolder(path: string, shown: string): Promise<string> {
  const lines: string[] = [];
  await addEntries({ path, shown: shown.replace(/\/$/, '') }, lines, 2);
  const omitted = lines.length > MAX_ENTRIES ? ['[more entries omitted]'] : [];
  return [
    `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`,
    ...lines.slice(0, MAX_ENTRIES),
    ...omitted,
  ].join('\n');
}

/** Returns a size in the form of `ls -h`. */
export function humanSize(bytes: number): string {
  const units = ['B', 'K', 'M', 'G'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return power === 0 ? `${bytes}B` : `${(bytes / 1024 ** power).toFixed(1)}${units[power]}`;
}

async function addEntries(
  folder: { readonly path: string; readonly shown: string },
  lines: string[],
  levels: number,
): Promise<void> {
  const entries = await readdir(folder.path, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (lines.length > MAX_ENTRIES) return;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder.path, entry.name);
    const shown = `${folder.shown}/${entry.name}`;
    const { size } = await lstat(path);
    lines.push(`${humanSize(size)}\t${shown}${entry.isDirectory() ? '/' : ''}`);
    if (entry.isDirectory() && levels > 1) await addEntries({ path, shown }, lines, levels - 1);
  }
}
