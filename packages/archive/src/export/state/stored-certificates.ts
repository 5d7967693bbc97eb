import type { StoreSession } from '@parlance/durable';
import type { Certificate } from '../../certificates/certificate.js';
import { exportSchema } from './export-schema.js';
import { decode } from './json-column.js';

const CERTIFICATES = 100;

/** Reads the certificates of an export after a position in the chain, also those that are not published yet. */
export async function* storedCertificates(
  store: StoreSession,
  exportName: string,
  after: number,
): AsyncGenerator<Certificate, void, undefined> {
  const all = store.tables(exportSchema).selectFrom('archive_certificates').where('export', '=', exportName);
  let last = after;
  for (let isFull = true; isFull;) {
    const later = all.where('sequence', '>', last).orderBy('sequence').limit(CERTIFICATES);
    const rows = await later.select(['sequence', 'text']).execute();
    for (const { text } of rows) yield decode(text);
    last = rows.at(-1)?.sequence ?? last;
    isFull = rows.length === CERTIFICATES;
  }
}
