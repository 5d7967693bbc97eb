/** Measures all emulator budgets. */
import type { MeasuredRow, Section } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { commandRow, memoryRow } from './command.ts';
import { inProcess } from './in-process.ts';
import { loadRow } from './load.ts';
import { overHttp } from './over-http.ts';

/** Measures the emulator. `record` is called with each row. */
export async function emulatorSection(rounds: number, record: (row: Row) => MeasuredRow): Promise<Section> {
  const rows: MeasuredRow[] = [];
  const steps = [
    async () => [await commandRow(rounds * 2)],
    () => overHttp(rounds),
    () => inProcess(rounds),
    async () => [await memoryRow()],
    // Two minutes, or ten seconds in a short run.
    async () => [await loadRow(rounds < 9 ? 10 : 120)],
  ];
  for (const step of steps) {
    const more = await step();
    rows.push(...more.map(record));
  }
  return {
    title: 'Emulator',
    about:
      'CPU time of the emulator relative to a `node:http` server that sends prepared bytes; ' +
      'for the command line, wall time.',
    rows,
  };
}
