import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const IGNORED = new Set(['node_modules', 'dist', '.turbo']);

/**
 * Condenses the content of files and folders into one short text that changes when any of them does.
 *
 * @param root - Folder that the paths are relative to.
 * @param paths - Files and folders; what does not exist counts as absent.
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((name) => listFiles(path.join(root, name)))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** Remembers what has been done for which fingerprint, in one small file per kind of work. */
export function stampFile(folder, name) {
  const file = path.join(folder, `${name}.stamp`);
  return {
    /** The stamp that was written last; an empty text if there is none. */
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
