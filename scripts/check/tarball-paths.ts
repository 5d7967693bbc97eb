import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Folder of the packed packages. */
export const TARBALLS: string = path.resolve('.parlance/tarballs');

/** Names of the folders in `packages`. */
export function packageNames(): readonly string[] {
  return readdirSync('packages').sort();
}

/** The tarball of a package; its name has no version, so that references to it stay the same. */
export function tarballOf(name: string): string {
  return path.join(TARBALLS, `${name}.tgz`);
}
