/* Reads a file that others made, and replaces a private one. */
import assert from 'node:assert/strict';
import { rm, stat, writeFile } from 'node:fs/promises';
// #region Replace a private file
import { mkdtemp } from 'node:fs/promises';
import { FileError, readUntrustedFile, writePrivateFile } from '@parlance/files';

const folder = await mkdtemp('settings-');
const path = `${folder}/settings.json`;
await writePrivateFile(path, JSON.stringify({ retries: 2 }));

try {
  const text = await readUntrustedFile(path, { maxBytes: 1_000_000 });
  console.log(JSON.parse(text)); // { retries: 2 }
} catch (error) {
  if (!(error instanceof FileError)) throw error;
  console.error(error.message); // for example: settings.json is larger than 1000000 bytes
}
// #endregion

assert.equal((await stat(path)).mode & 0o777, 0o600);
await writeFile(path, 'x'.repeat(1_000_001));
await assert.rejects(readUntrustedFile(path, { maxBytes: 1_000_000 }), { code: 'file_too_large' });
await rm(folder, { recursive: true });
