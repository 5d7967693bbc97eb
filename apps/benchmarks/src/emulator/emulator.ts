/** Measures all emulator budgets. */
import type { Section } from '../report/markdown.ts';
import type { Row } from '../report/row.ts';
import { commandRow, memoryRow } from './command.ts';
import { inProcess } from './in-process.ts';
import { loadRow } from './load.ts';
import { overHttp } from './over-http.ts';
import { slowReadersRow } from './slow-readers.ts';
import { uploadRows } from './uploads.ts';

/** Measures the emulator. `onRow` is called with each row. */
export async function emulatorSection(rounds: number, onRow: (row: Row) => void): Promise<Section> {
  const rows: Row[] = [];
  const steps = [
    async () => [await commandRow(rounds * 2)],
    () => overHttp(rounds),
    () => inProcess(rounds),
    async () => [await memoryRow()],
    // Two minutes, or ten seconds in a short run.
    async () => [await loadRow(rounds < 10 ? 10 : 120)],
    async () => [await slowReadersRow(rounds < 10 ? 20 : 100)],
    uploadRows,
  ];
  for (const step of steps) {
    const more = await step();
    for (const row of more) onRow(row);
    rows.push(...more);
  }
  return {
    title: 'Emulator',
    about:
      'CPU time of the emulator relative to a `node:http` server that sends prepared bytes; ' +
      'for the command line, wall time.',
    rows,
  };
}
