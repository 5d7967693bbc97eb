import type { JobContext } from '@parlance/durable';
import { exportSchema } from '../state/export-schema.js';
import type { ItemFailure } from '../state/item-failure.js';
import type { RunContext } from '../state/run-context.js';
import { changeUnit, forgetFailures, type UnitRow } from '../state/unit-row.js';

/** Stores why a unit could not be sealed, and completes its job. The next run reads the unit again. */
export async function failUnit(
  { clock, emit }: RunContext,
  job: JobContext,
  { unit, failures }: { readonly unit: UnitRow; readonly failures: readonly ItemFailure[] },
): Promise<void> {
  const failedAt = clock.now();
  const rows = failures.map(({ kind, id, code, message, requestId }) => ({
    export: unit.export,
    kind,
    id,
    unit: unit.name,
    code,
    message,
    request_id: requestId,
    failed_at: failedAt,
    skip: 0,
  }));
  await job.complete(async (transaction) => {
    const tables = transaction.tables(exportSchema);
    // What failed in an earlier attempt was read since, unless it has failed again.
    await forgetFailures(transaction, unit);
    await tables
      .insertInto('archive_failures')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['export', 'kind', 'id']).doUpdateSet((column) => ({
          code: column.ref('excluded.code'),
          message: column.ref('excluded.message'),
          request_id: column.ref('excluded.request_id'),
          failed_at: column.ref('excluded.failed_at'),
        })),
      )
      .execute();
    await changeUnit(transaction, unit, { state: 'failed', attempts: unit.attempts });
  });
  for (const { kind, id, code, message, requestId } of failures) {
    const failure = { kind, id, unit: unit.name, code, message, requestId, failedAt, skipped: false };
    emit({ type: 'failed', failure });
  }
}
