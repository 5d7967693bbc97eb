/** Folders for tests. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is deleted when it is disposed. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty folder. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'parlance-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
