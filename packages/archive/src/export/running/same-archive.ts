/** A store and a folder belong together: the store knows what is sealed, and the folder has it. */
import type { Store } from '@parlance/durable';
import { sha256 } from '../../certificates/digest.js';
import { findManifest } from '../../reader/read-certificates.js';
import { ExportError } from '../definition/export-error.js';
import { exportSchema } from '../state/export-schema.js';

/**
 * Checks that the folder has what this store has sealed: what is missing would never be read again. And that it has nothing that the store
 * does not know: that would be overwritten, and may not exist anywhere else.
 *
 * @param dir - Absolute path of the archive.
 * @throws {ExportError} With code `other_archive`.
 */
export async function requireSameArchive(store: Store, exportName: string, dir: string): Promise<void> {
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
}
