import type { ArchiveFolder } from '../../folder/archive-folder.js';
import { blank, blankSize } from '../../folder/blank.js';
import { listSegments } from '../../sinks/segments.js';
import type { Extent } from '../../certificates/extent.js';
import type { RunContext } from '../state/run-context.js';
import { changeExport, findExport } from '../state/export-row.js';
import { storedCertificates } from '../state/stored-certificates.js';

/**
 * Makes blank what attempts that failed or were killed left in the segments of a run, so that these have certified records only. Call it when no
 * unit is open: what is not certified yet will never be.
 *
 * Segments of the run before are closed once more: one of its processes may have appended to its segment after the run had ended, and was killed before
 * it noticed the end.
 */
export async function closeSegments(context: RunContext): Promise<void> {
  const { definition, sinks, store } = context;
  const { archive } = sinks;
  if (archive === undefined) return;
  const row = await findExport(store, definition.name);
  if (row === undefined) return;
  const segments = await listSegments(archive, row.closed_segment);
  const last = segments.at(-1);
  if (last === undefined) return;
  const paths = segments.map(({ path }) => path);
  await makeBlank(context, archive, { paths, after: row.closed_sequence });
  await changeExport(store, definition.name, {
    closed_segment: row.ended_segment,
    closed_sequence: row.ended_sequence,
    ended_segment: last.number,
    ended_sequence: row.sequence,
  });
}

/**
 * As {@link closeSegments}, for the segments that this process has written. Call it when this process works on no unit any more: another one may
 * have ended the run before this one noticed.
 */
export async function closeOwnSegments(context: RunContext): Promise<void> {
  const { archive, segments } = context.sinks;
  if (archive === undefined || segments.length === 0) return;
  await makeBlank(context, archive, { paths: segments, after: context.joinedAt });
}

/** @param options.after - Position in the chain before all certificates that name the segments. */
async function makeBlank(
  context: RunContext,
  archive: ArchiveFolder,
  { paths, after }: { readonly paths: readonly string[]; readonly after: number },
): Promise<void> {
  const extents = await certifiedExtents(context, after);
  for (const path of paths) await closeSegment(archive, path, extents.get(path) ?? []);
}

/** Returns the extents of certificates by segment. */
async function certifiedExtents(
  { store, definition }: RunContext,
  after: number,
): Promise<ReadonlyMap<string, readonly Extent[]>> {
  const extents: Extent[] = [];
  for await (const certificate of storedCertificates(store, definition.name, after))
    extents.push(...certificate.extents);
  return Map.groupBy(extents, ({ path }) => path);
}

async function closeSegment(archive: ArchiveFolder, path: string, extents: readonly Extent[]): Promise<void> {
  let end = 0;
  for (const { offset, bytes } of extents.toSorted((left, right) => left.offset - right.offset)) {
    if (offset > end) await archive.writeRange(path, end, blank(path, offset - end));
    end = offset + bytes;
  }
  const rest = (await archive.sizeOf(path)) - end;
  if (rest > 0) await archive.writeRange(path, end, blank(path, blankSize(path, rest)));
}
