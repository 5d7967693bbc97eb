/** Measures all client budgets. */
import type { Section } from '../report/markdown.ts';
import type { Row } from '../report/row.ts';
import { parserAlone, plain, SUBJECT, withNaming, type Entry } from '../contenders/index.ts';
import { startServer } from '../measure/processes.ts';
import { cases, type Case } from './cases.ts';
import { compare } from './compare.ts';
import { growth } from './growth.ts';
import { gzipBombRow } from './gzip-bomb.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';

/** Options for {@link clientSection}. */
export interface ClientRun {
  readonly contenders: readonly Entry[];
  readonly rounds: number;
  /** Selects rows by ID. */
  readonly wanted: (id: string) => boolean;
  /** Called with each row as soon as it is measured. */
  readonly onRow: (row: Row) => void;
}

/** Measures the selected rows. */
export async function clientSection({ wanted, onRow, ...run }: ClientRun): Promise<Section> {
  const server = await startServer();
  const rows: Row[] = [];
  const add = (...more: readonly Row[]) => {
    for (const row of more) onRow(row);
    rows.push(...more);
  };
  try {
    for (const row of cases.filter(({ id }) => wanted(id))) {
      add(await compare(row, { ...run, contenders: contendersOf(row, run), serverUrl: server.url }));
    }
    const whole = { ...run, serverUrl: server.url };
    if (wanted('growth')) add(...(await growth(whole)));
    if (wanted('startup')) add(...(await startup(whole)));
    if (wanted('soak')) add(...(await soak(whole)));
    if (wanted('gzip-bomb')) add(await gzipBombRow());
  } finally {
    await server.stop();
  }
  return {
    title: 'Client',
    about:
      'Cost as a multiple of hand-written `undici.request` and `JSON.parse`: CPU time of the client process, ' +
      'medians of interleaved rounds, against one loopback server process; spread is the first to third quartile.',
    rows,
  };
}

function contendersOf(
  { baseline, naming }: Case,
  { contenders }: Pick<ClientRun, 'contenders'>,
): readonly Entry[] {
  if (baseline === 'parlance-plain') return [plain, withNaming];
  if (naming) return contenders.map((entry) => (entry.name === SUBJECT ? withNaming : entry));
  return baseline === undefined ? contenders : [...contenders, parserAlone];
}
