import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Folder of the packed packages. */
export const TARBALLS: string = path.resolve('.parlance/tarballs');

/** Names of the folders in `packages`. */
export function packageNames(): readonly string[] {
  return readdirSync('packages').sort();
}

/** Path of the tarball of a package. The file name has no version, so that references to it remain valid. */
export function tarballOf(name: string): string {
  return path.join(TARBALLS, `${name}.tgz`);
}
