import { sha256 } from '../../certificates/digest.js';
import { canonicalJson } from '../../certificates/canonical-json.js';
import { certificatePosition, MANIFEST_PATH, sealManifest } from '../../certificates/sealed-file.js';
import type { ArchiveFolder } from '../../folder/archive-folder.js';
import type { ExportTables } from '../state/export-schema.js';
import { storedOrganizations } from '../state/organization.js';
import type { RunContext } from '../state/run-context.js';
import { decode } from '../state/json-column.js';

const CERTIFICATES = 100;

/**
 * Writes the certificates that are in the store, and not yet in the archive, to files, then the manifest. Only the process that holds the lease of the
 * export does so, in order; after a crash, the next one repeats what may be missing. The store says where a certificate is in its file, so
 * that a process that lost the lease writes the same bytes to the same place.
 */
export async function publishCertificates(
  { store, tables, definition, sinks, clock, emit }: RunContext,
  definitionDigest: string,
): Promise<void> {
  const { archive } = sinks;
  for (;;) {
    const rows = await tables
      .selectFrom('archive_certificates')
      .select(['sequence', 'file_offset', 'text'])
      .where('export', '=', definition.name)
      .where('published', '=', 0)
      .orderBy('sequence')
      .limit(CERTIFICATES)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    if (archive !== undefined) await writeCertificates(archive, rows);
    const manifest = sealManifest({
      format: 3,
      export: definition.name,
      organizations: (await storedOrganizations(store, definition.name)) ?? undefined,
      definition: definitionDigest,
      certificates: last.sequence,
      head: sha256(last.text),
      updated_at: clock.now(),
    });
    await archive?.writeFile(MANIFEST_PATH, canonicalJson(manifest));
    await tables
      .updateTable('archive_certificates')
      .set({ published: 1 })
      .where('export', '=', definition.name)
      .where('published', '=', 0)
      .where('sequence', '<=', last.sequence)
      .execute();
    for (const { text } of rows) emit({ type: 'sealed', certificate: decode(text) });
  }
}

type StoredCertificate = Pick<ExportTables['archive_certificates'], 'sequence' | 'file_offset' | 'text'>;

/** Writes the certificates of each file together. */
async function writeCertificates(
  archive: ArchiveFolder,
  certificates: readonly StoredCertificate[],
): Promise<void> {
  const files = Map.groupBy(certificates, ({ sequence }) => certificatePosition(sequence).path);
  for (const [path, [first, ...others]] of files)
    if (first !== undefined)
      await archive.writeRange(
        path,
        first.file_offset,
        [first, ...others].map(({ text }) => Buffer.from(`${text}\n`)),
      );
}
