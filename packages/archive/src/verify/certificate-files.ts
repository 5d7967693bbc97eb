import { readdir } from 'node:fs/promises';
import { CERTIFICATE_FOLDER, numberedPath } from '../certificates/sealed-file.js';
import { errorCode } from '../folder/write-error.js';
import { readError } from '../reader/read-error.js';
import type { Verification } from './verification.js';

/** A file of certificates. */
export interface CertificateFile {
  readonly path: string;
  /** The number in its name, from 1. */
  readonly number: number;
}

/** Lists the files of certificates that exist, in the order of their numbers. Files with other names are reported as unexpected later. */
export async function listCertificateFiles(run: Verification): Promise<readonly CertificateFile[]> {
  const files: CertificateFile[] = [];
  for (const folder of await namesOf(run, CERTIFICATE_FOLDER))
    for (const name of await namesOf(run, `${CERTIFICATE_FOLDER}/${folder}`)) {
      const number = Number.parseInt(name, 10);
      const path = `${CERTIFICATE_FOLDER}/${folder}/${name}`;
      if (number > 0 && path === numberedPath(CERTIFICATE_FOLDER, number, 'ndjson'))
        files.push({ path, number });
    }
  return files.sort((left, right) => left.number - right.number);
}

async function namesOf(run: Verification, folder: string): Promise<readonly string[]> {
  try {
    return await readdir(run.pathOf(folder));
  } catch (error) {
    const code = errorCode(error);
    // A file in place of a folder is reported as unexpected.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw readError({ path: folder }, error);
  }
}
