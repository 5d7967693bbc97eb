import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { FOLLOWER_FOLDER, MANIFEST_PATH, SEGMENT_FOLDER } from '../certificates/sealed-file.js';
import { PARTIAL_FOLDER } from '../folder/archive-folder.js';
import type { Verification } from './verification.js';
import { isContent } from './verify-content.js';
import { isBlank } from './verify-segments.js';

/** Reports files of the folder that no certificate and no record names. */
export async function findUnexpected(run: Verification, folder = ''): Promise<void> {
  for await (const entry of await opendir(path.join(run.dir, folder))) {
    run.signal?.throwIfAborted();
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (name === PARTIAL_FOLDER || name === FOLLOWER_FOLDER || (name === MANIFEST_PATH && entry.isFile()))
      continue;
    if (entry.isDirectory()) await findUnexpected(run, name);
    else if (!entry.isFile())
      run.report({ path: name, rule: 'unexpected', message: `${name} is not a regular file.` });
    else if (run.isExpected(name) || (isSegment(name) && (await isBlank(run, name)))) continue;
    else if (run.unread.size === 0 && (await isContent(run, name))) run.reportLeftover(name);
    else run.report({ path: name, rule: 'unexpected', message: `${name} is not named by ${run.unnamedBy}` });
  }
}

/** A process that was killed may have left a segment without certified records. */
function isSegment(name: string): boolean {
  return name.startsWith(`${SEGMENT_FOLDER}/`) && /\/\d{3,}\/\d{6,}\.ndjson(?:\.zst)?$/.test(name);
}
