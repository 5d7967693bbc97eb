import { ArchiveError } from '../archive-error.js';
import { BlankCheck } from '../folder/blank.js';
import type { Verification } from './verification.js';

const CHUNK_BYTES = 1_048_576;

/**
 * Verifies what lies between the extents that certificates name: nothing, or blanks. Two certificates that name the same bytes would count
 * records twice.
 */
export async function verifySegments(run: Verification): Promise<void> {
  let path: string | undefined;
  let end = 0;
  for (const extent of run.extents()) {
    if (extent.path !== path) {
      if (path !== undefined) await verifyBlank(run, { path, start: end, end: Infinity });
      ({ path } = extent);
      end = 0;
    }
    if (extent.start < end) {
      const message = `${path}, byte ${extent.start} is certified twice, the second time by the certificate ${extent.sequence}.`;
      run.report({ path, rule: 'records', message });
    } else if (extent.start > end) await verifyBlank(run, { path, start: end, end: extent.start });
    end = Math.max(end, extent.start + extent.bytes);
  }
  if (path !== undefined) await verifyBlank(run, { path, start: end, end: Infinity });
}

/** Returns whether a file of the folder of segments is blank. */
export async function isBlank(run: Verification, path: string): Promise<boolean> {
  return readBlank(run, { path, start: 0, end: Infinity });
}

interface Range {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

async function verifyBlank(run: Verification, range: Range): Promise<void> {
  const { path, start, end } = range;
  if (run.lost.has(path) || (await readBlank(run, range))) return;
  const to = end === Infinity ? 'to its end' : `to byte ${end}`;
  const message = `${path} has data from byte ${start} ${to} that is not named by ${run.unnamedBy}`;
  run.report({ path, rule: 'unexpected', message });
}

async function readBlank(run: Verification, { path, start, end }: Range): Promise<boolean> {
  const check = new BlankCheck(path);
  try {
    for (let offset = start; offset < end; offset += CHUNK_BYTES) {
      run.signal?.throwIfAborted();
      const bytes = Math.min(CHUNK_BYTES, end - offset);
      const chunk = await run.segments.read({ path, offset, bytes });
      check.add(chunk);
      if (chunk.length < bytes) break;
    }
    return check.end();
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    return false;
  }
}
