import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', '.turbo', 'openapi.json']);

/**
 * Hashes the content of files and folders.
 *
 * @param root - Folder that the paths are relative to.
 * @param paths - Files and folders; they may be missing.
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((name) => listFiles(path.join(root, name)))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** Stores the fingerprint of the last completed run, in one file per kind of work. */
export function stampFile(folder, name) {
  const file = path.join(folder, `${name}.stamp`);
  return {
    /** The last stamp, or an empty string. */
    read() {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    },
    write(stamp) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, stamp);
    },
  };
}

function listFiles(target) {
  let entries;
  try {
    entries = readdirSync(target, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [target];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => !IGNORED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(target, entry.name);
      return entry.isDirectory() ? listFiles(file) : [file];
    });
}
