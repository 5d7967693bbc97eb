/** A store and a folder belong together: the store knows what is sealed, and the folder has it. */
import type { Store } from '@parlance/durable';
import { sha256 } from '../../certificates/digest.js';
import type { Extent } from '../../certificates/extent.js';
import {
  CERTIFICATES_PER_FILE,
  CERTIFICATE_FOLDER,
  certificatePosition,
  SEGMENT_FOLDER,
} from '../../certificates/sealed-file.js';
import { findManifest } from '../../reader/read-certificates.js';
import { ExportError } from '../definition/export-error.js';
import type { ArchiveFolder } from '../../folder/archive-folder.js';
import { listNumberedFiles } from '../../folder/numbered-files.js';
import { exportSchema } from '../state/export-schema.js';
import { storedCertificates } from '../state/stored-certificates.js';

/**
 * Checks that the folder has what this store has sealed: what is missing would never be read again. And that it has nothing that the store
 * does not know: that would be overwritten, and may not exist anywhere else. Files are listed, not read.
 *
 * @throws {ExportError} With code `other_archive`.
 */
export async function requireSameArchive(
  store: Store,
  exportName: string,
  archive: ArchiveFolder,
): Promise<void> {
  const { dir } = archive;
  const certificates = store
    .tables(exportSchema)
    .selectFrom('archive_certificates')
    .select(['sequence', 'text'])
    .where('export', '=', exportName);
  const published = await certificates
    .where('published', '=', 1)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Read after the store: a process that works on the export writes the manifest before it marks certificates as published.
  const manifest = await findManifest(dir);
  const found = manifest?.certificates ?? 0;
  if (manifest !== undefined && found > 0) {
    const last = await certificates.where('sequence', '=', found).executeTakeFirst();
    if (last === undefined || sha256(last.text) !== manifest.head)
      throw new ExportError(
        'other_archive',
        exportName,
        `the folder ${dir} has an archive that is not of the store ${store.location}, and would be overwritten. Nothing was written. Use the store of that archive, or a new folder and store.`,
      );
  }
  const sealed = published?.sequence ?? 0;
  if (found < sealed)
    throw new ExportError(
      'other_archive',
      exportName,
      `the folder ${dir} has ${found} of the ${sealed} certificates that the store ${store.location} has sealed. Nothing was written. Check that it is the right folder and that its disk is mounted, or restore it from a backup.`,
    );
  const [missing] = await missingFiles(store, exportName, { archive, certificates: found });
  if (missing !== undefined)
    throw new ExportError(
      'other_archive',
      exportName,
      `the folder ${dir} lacks ${missing}, which the store ${store.location} has sealed. Nothing was written. Restore it from a backup.`,
    );
}

/** Returns the files of certificates, and the segments with certified records, that are missing. */
async function missingFiles(
  store: Store,
  exportName: string,
  { archive, certificates }: { readonly archive: ArchiveFolder; readonly certificates: number },
): Promise<readonly string[]> {
  const expected = new Map<string, readonly string[]>();
  for (let sequence = 1; sequence <= certificates; sequence += CERTIFICATES_PER_FILE)
    expected.set(`file ${sequence}`, [certificatePosition(sequence).path]);
  for await (const { sequence, extents, replaces = [] } of storedCertificates(store, exportName, 0))
    for (const one of [{ sequence, extents }, ...replaces])
      expected.set(`records ${one.sequence}`, pathsOf(one.extents));
  // Listed after the certificates were read: others may add some of both at the same time.
  const present = new Set<string>();
  for (const folder of [CERTIFICATE_FOLDER, SEGMENT_FOLDER])
    for (const { path } of await listNumberedFiles((name) => archive.list(name), folder)) present.add(path);
  return [...new Set([...expected.values()].flat())].filter((path) => !present.has(path));
}

function pathsOf(extents: readonly Extent[]): readonly string[] {
  return [...new Set(extents.map(({ path }) => path))];
}
