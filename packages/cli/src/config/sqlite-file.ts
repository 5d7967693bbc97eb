import { fileURLToPath } from 'node:url';

/** Returns the file of the URL of a store; undefined if it is not SQLite. */
export function sqliteFile(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  return url.startsWith('sqlite://') ? fileURLToPath(`file:${url.slice(7)}`) : url.slice(7);
}
