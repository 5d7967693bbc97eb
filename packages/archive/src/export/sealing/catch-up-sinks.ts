import type { Certificate } from '../../certificates/certificate.js';
import { readRevision } from '../../reader/read-unit.js';
import type { ArchiveRecord } from '../../records/archive-record.js';
import type { RunContext } from '../state/run-context.js';
import type { SinkSet } from '../state/sink-set.js';
import { decode } from '../state/json-column.js';

const CERTIFICATES = 500;
const RECORDS = 500;

/** Writes to each sink what the archive has and the sink does not, because it was added after the first run or its data was lost. */
export async function catchUpSinks({ tables, definition, sinks, signal, emit }: RunContext): Promise<void> {
  const { archive } = sinks;
  if (archive === undefined) return;
  const certificates = tables.selectFrom('archive_certificates').where('export', '=', definition.name);
  const { total } = await certificates
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const totalCertificates = Number(total);
  let copied = 0;
  let last = 0;
  for (;;) {
    const rows = await certificates
      .select(['sequence', 'unit as name', 'revision'])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(CERTIFICATES)
      .execute();
    for (const { sequence, ...unit } of rows) {
      signal.throwIfAborted();
      last = sequence;
      const lacking = sinks.lacking(unit);
      if (lacking === undefined) continue;
      const progress = { type: 'catching-up', sinks: lacking.names, totalCertificates } as const;
      if (copied === 0) emit({ ...progress, copied, certificates: sequence - 1 });
      const { text } = await certificates
        .select('text')
        .where('sequence', '=', sequence)
        .executeTakeFirstOrThrow();
      await copyRevision(archive.dir, decode(text), lacking);
      copied += 1;
      emit({ ...progress, copied, certificates: sequence });
    }
    if (rows.length < CERTIFICATES) return;
  }
}

async function copyRevision(dir: string, certificate: Certificate, sinks: SinkSet): Promise<void> {
  const writers = await sinks.begin(certificate.unit, 1);
  try {
    let records: ArchiveRecord[] = [];
    for await (const record of readRevision(dir, certificate)) {
      // Sinks have what is left.
      if (!('erased' in record)) records.push(record);
      if (records.length < RECORDS) continue;
      await writers.write(records);
      records = [];
    }
    await writers.write(records);
    await writers.commit();
  } catch (error) {
    await writers.abort();
    throw error;
  }
}
