import type { AttemptRecord } from '@parlance/core-transport';
import { isoTime } from '../definition/duration.js';
import type { RecordOf } from '../../records/archive-record.js';
import type { ExportTables } from './export-schema.js';
import type { RunContext } from './run-context.js';
import type { UnitLog } from './unit-log.js';
import { decode } from './json-column.js';

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
      decode(text)
        .request_ids.filter((id) => wanted.has(id))
        .forEach((id) => own.add(id));
    }
    if (rows.length < CERTIFICATES) break;
  }
  if (own.size === 0) return records;
  return records.map((record) =>
    own.has(requestIdOf(record) ?? '') ? { ...record, own: true as const } : record,
  );
}

/** Remembers requests that belong to no unit, so that the next certificate names them. */
export async function rememberRequests(
  tables: RunContext['tables'],
  exportName: string,
  { requestIds, startedAt }: Pick<UnitLog, 'requestIds' | 'startedAt'>,
): Promise<void> {
  if (requestIds.length === 0) return;
  await tables
    .insertInto('archive_requests')
    .values(requestIds.map((id) => ({ export: exportName, id, started_at: startedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Remembers the attempts of a call that has failed, like {@link rememberRequests}. */
export async function rememberFailures(
  { tables, definition, clock }: Pick<RunContext, 'tables' | 'definition' | 'clock'>,
  error: unknown,
): Promise<void> {
  // Errors of requests have attempts; others, such as that of a full disk, do not.
  const { attempts = [] } = error as { readonly attempts?: readonly AttemptRecord[] };
  const requestIds = attempts.flatMap(({ requestId }) => requestId ?? []);
  const tookMs = attempts.reduce((sum, { durationMs, waitMs }) => sum + durationMs + (waitMs ?? 0), 0);
  const startedAt = isoTime(Date.parse(clock.now()) - tookMs);
  await rememberRequests(tables, definition.name, { requestIds, startedAt });
}

/** Removes and returns the requests that {@link rememberRequests} has added, for a certificate of the same transaction. */
export async function takeRequests(
  tables: RunContext['tables'],
  exportName: string,
): Promise<readonly Pick<ExportTables['archive_requests'], 'id' | 'started_at'>[]> {
  return tables
    .deleteFrom('archive_requests')
    .where('export', '=', exportName)
    .returning(['id', 'started_at'])
    .execute();
}

function requestIdOf({ body }: RecordOf<'activity'>): string | undefined {
  const { request_id: id } = body as { readonly request_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
