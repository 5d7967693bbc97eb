import { openArchive, type Certificate } from '@parlance/archive';

/** Totals of what an export has written. */
export interface ExportTotals {
  /** Number of records by kind. */
  readonly counts: Certificate['counts'];
  /** Size of the records. */
  readonly bytes: number;
}

/** Adds what a certificate is for. */
export function addTotals(totals: ExportTotals, { counts, files }: Certificate): ExportTotals {
  const sum: Record<string, number> = { ...totals.counts };
  for (const [kind, count] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + count;
  return { counts: sum, bytes: files.reduce((bytes, file) => bytes + file.bytes, totals.bytes) };
}

/** Reads the totals of an archive, up to what cannot be read, which its verification reports. */
export async function totalsOf(dir: string): Promise<ExportTotals> {
  let totals: ExportTotals = { counts: {}, bytes: 0 };
  try {
    const archive = await openArchive(dir);
    for await (const certificate of archive.certificates()) totals = addTotals(totals, certificate);
  } catch {
    // There is no archive before the first record.
  }
  return totals;
}
