/** Finds files and lines in a folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { ToolResultError } from '@parlance/inference';
import type { Folder } from './folder.js';

/** Maximum number of results. */
const MAX_MATCHES = 1_000;
/** Maximum number of files and folders that a search visits. */
const MAX_ENTRIES = 100_000;
const MAX_PATTERN = 1_000;

/**
 * Returns the paths of files, relative to the folder, that match a glob pattern.
 *
 * @param path - Where to search, relative to the folder: the pattern is relative to it. Default: the folder.
 */
export async function findFiles(
  folder: Folder,
  pattern: string,
  signal: AbortSignal,
  path?: string,
): Promise<string> {
  requirePattern(pattern);
  const matches = picomatch(pattern, { dot: true, windows: false });
  const found: string[] = [];
  for await (const { shown, within } of filesIn(folder, signal, path)) {
    if (matches(within)) found.push(shown);
    if (found.length === MAX_MATCHES) break;
  }
  return found.join('\n');
}

/** Returns the lines that match a regular expression in RE2 syntax, as `path:line:text`. Files that are not text are left out. */
export async function findLines(
  folder: Folder,
  pattern: string,
  signal: AbortSignal,
  path?: string,
): Promise<string> {
  requirePattern(pattern);
  const expression = compile(pattern);
  const found: string[] = [];
  for await (const { shown } of filesIn(folder, signal, path)) {
    const text = await folder.read(await folder.place(shown), shown).catch(leaveOut);
    for (const [index, line] of text?.split('\n').entries() ?? []) {
      if (expression.test(line)) found.push(`${shown}:${index + 1}:${line}`);
      if (found.length === MAX_MATCHES) return found.join('\n');
    }
  }
  return found.join('\n');
}

function requirePattern(pattern: string): void {
  if (pattern === '' || pattern.length > MAX_PATTERN)
    throw new ToolResultError(`pattern: must have 1 to ${MAX_PATTERN} characters`);
}

/** Search time is linear in the length of the text, whatever the pattern is. */
function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    throw new ToolResultError(`pattern: ${(error as Error).message}`);
  }
}

function leaveOut(error: unknown): undefined {
  if (error instanceof ToolResultError) return undefined;
  throw error;
}

/** A file: its path relative to the folder, and to the place of the search. */
interface FoundFile {
  readonly shown: string;
  readonly within: string;
}

/** Yields regular files by name. Symbolic links are not followed. */
async function* filesIn(folder: Folder, signal: AbortSignal, path = '.'): AsyncGenerator<FoundFile> {
  const { path: start, stats } = await folder.place(path);
  if (stats?.isDirectory() !== true) throw new ToolResultError(`The path ${path} is not a folder.`);
  const root = await folder.realPath();
  const waiting = [''];
  let visited = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal.throwIfAborted();
    const entries = await readdir(join(start, at), { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders: string[] = [];
    for (const entry of entries) {
      visited += 1;
      if (visited > MAX_ENTRIES)
        throw new ToolResultError(`The folder has more than ${MAX_ENTRIES} entries: name a path in it.`);
      const within = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(within);
      else if (entry.isFile()) yield { within, shown: join(start, within).slice(root.length + 1) };
    }
    waiting.push(...folders.reverse());
  }
}
