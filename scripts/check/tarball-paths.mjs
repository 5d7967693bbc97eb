import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Where the packed packages lie. */
export const TARBALLS = path.resolve('.parlance/tarballs');

/** Names of the folders in `packages`. */
export function packageNames() {
  return readdirSync('packages').sort();
}

/** The tarball of a package; no version in its name, so that what refers to it stays the same. */
export function tarballOf(name) {
  return path.join(TARBALLS, `${name}.tgz`);
}
