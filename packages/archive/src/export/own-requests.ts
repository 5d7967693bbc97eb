import { isoTime } from './duration.js';
import type { RecordOf } from '../records/archive-record.js';
import type { RunContext } from './run-context.js';

/** Times of activities and of certificates may differ by this much. */
const MARGIN_MS = 5_000;

/** Certificates per query. */
const CERTIFICATES = 50;

/** Marks the activities that report requests of this export, by the request ids in its certificates. */
export async function markOwnRequests(
  { tables, definition }: Pick<RunContext, 'tables' | 'definition'>,
  records: readonly RecordOf<'activity'>[],
): Promise<readonly RecordOf<'activity'>[]> {
  const accesses = records.flatMap((record) => {
    const { type, created_at } = record.body;
    const id = requestIdOf(record);
    return type === 'compliance_api_accessed' && id !== undefined
      ? [{ id, at: Date.parse(created_at ?? '') }]
      : [];
  });
  const times = accesses.map(({ at }) => at).filter((at) => !Number.isNaN(at));
  if (times.length === 0) return records;
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const wanted = new Set(accesses.map(({ id }) => id));
  const own = new Set<string>();
  for (let offset = 0; own.size < wanted.size; offset += CERTIFICATES) {
    const rows = await tables
      .selectFrom('archive_certificates')
      .select('text')
      .where('export', '=', definition.name)
      .where('sealed_at', '>=', isoTime(from - MARGIN_MS))
      .where('started_at', '<=', isoTime(to + MARGIN_MS))
      .orderBy('sequence')
      .offset(offset)
      .limit(CERTIFICATES)
      .execute();
    for (const { text } of rows) {
      // The engine has written the certificate.
      const { request_ids: ids } = JSON.parse(text) as { readonly request_ids: readonly string[] };
      ids.filter((id) => wanted.has(id)).forEach((id) => own.add(id));
    }
    if (rows.length < CERTIFICATES) break;
  }
  if (own.size === 0) return records;
  return records.map((record) =>
    own.has(requestIdOf(record) ?? '') ? { ...record, own: true as const } : record,
  );
}

function requestIdOf({ body }: RecordOf<'activity'>): string | undefined {
  const { request_id: id } = body as { readonly request_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
