import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_PATH } from '../certificates/sealed-file.js';
import { PARTIAL_FOLDER } from '../folder/archive-folder.js';
import type { Verification } from './verification.js';

/** Reports files of the folder that no certificate and no record names. */
export async function findUnexpected(run: Verification, folder = ''): Promise<void> {
  for await (const entry of await opendir(path.join(run.dir, folder))) {
    run.signal?.throwIfAborted();
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (name === PARTIAL_FOLDER || (name === MANIFEST_PATH && entry.isFile())) continue;
    if (entry.isDirectory()) await findUnexpected(run, name);
    else if (!entry.isFile())
      run.report({ path: name, rule: 'unexpected', message: `${name} is not a regular file.` });
    else if (!run.isExpected(name))
      run.report({
        path: name,
        rule: 'unexpected',
        message: `${name} is not named by any certificate. An interrupted export leaves such files, and replaces them when it resumes.`,
      });
  }
}
