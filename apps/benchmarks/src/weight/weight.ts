/** Measures all weight budgets. */
import type { Section } from '../report/markdown.ts';
import type { Row } from '../report/row.ts';
import { bundleRows, installRows, typeRows } from './checks.ts';
import { compileTimeRow, typedToolsRow } from './compiler.ts';

/** Measures the weights. `onRow` is called with each row. */
export async function weightSection(rounds: number, onRow: (row: Row) => void): Promise<Section> {
  const rows: Row[] = [];
  const steps = [
    bundleRows,
    installRows,
    typeRows,
    async () => [await compileTimeRow(rounds)],
    async () => [await typedToolsRow()],
  ];
  for (const step of steps) {
    const more = await step();
    for (const row of more) onRow(row);
    rows.push(...more);
  }
  return {
    title: 'Weight',
    about:
      'What the packages add to a program: esbuild bundles (one file; undici is external on Node.js), ' +
      'an installation into an empty project, and the work of tsc. All values except its time are exact.',
    rows,
  };
}
