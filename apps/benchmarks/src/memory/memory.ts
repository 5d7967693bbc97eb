/** Measures memory under hostile input, which `SECURITY.md` bounds. */
import type { MeasuredRow, Section } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { gzipBombRow } from './gzip-bomb.ts';
import { uploadRow, uploads } from './uploads.ts';

/** Measures all rows. `record` is called with each row. */
export async function memorySection(record: (row: Row) => MeasuredRow): Promise<Section> {
  const rows: MeasuredRow[] = [];
  for (const upload of uploads) rows.push(record(await uploadRow(upload)));
  rows.push(record(await gzipBombRow()));
  return {
    title: 'Memory under hostile input',
    about:
      'Growth of the resident set of a fresh process. A first, small request is not counted. A rejected request is sent to its ' +
      'end nevertheless, as a hostile client would.',
    rows,
  };
}
