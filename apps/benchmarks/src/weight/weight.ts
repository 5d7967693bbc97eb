/** Measures all weight budgets. */
import type { MeasuredRow, Section } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { bundleRows, installRows, typeRows } from './checks.ts';
import { compileTimeRow, typedToolsRow } from './compiler.ts';

/** Measures the weights. `record` is called with each row. */
export async function weightSection(rounds: number, record: (row: Row) => MeasuredRow): Promise<Section> {
  const rows: MeasuredRow[] = [];
  const steps = [
    bundleRows,
    installRows,
    typeRows,
    async () => [await compileTimeRow(rounds)],
    async () => [await typedToolsRow()],
  ];
  for (const step of steps) {
    const more = await step();
    rows.push(...more.map(record));
  }
  return {
    title: 'Weight',
    about:
      'What the packages add to a program: esbuild bundles (one file; undici is external on Node.js), ' +
      'an installation into an empty project, and the work of tsc. All values except its time are exact.',
    rows,
  };
}
