/** Measures all client budgets. */
import type { MeasuredRow, Section } from '../report/results.ts';
import type { Row } from '../report/row.ts';
import { SUBJECT, subjectWith, type Entry } from '../contenders/index.ts';
import { startServer } from '../measure/processes.ts';
import { cases, variantCases, type Case } from './cases.ts';
import { compare } from './compare.ts';
import { growth } from './growth.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';
import { compareVariants } from './variants.ts';

/** Options for {@link clientSection}. */
export interface ClientRun {
  readonly contenders: readonly Entry[];
  readonly rounds: number;
  /** Selects rows by ID. */
  readonly wanted: (id: string) => boolean;
  /** Called with each row as soon as it is measured. */
  readonly record: (row: Row) => MeasuredRow;
}

/** Measures the selected rows. */
export async function clientSection({ wanted, record, ...run }: ClientRun): Promise<Section> {
  const server = await startServer();
  const rows: MeasuredRow[] = [];
  const add = (...more: readonly Row[]) => {
    rows.push(...more.map(record));
  };
  try {
    for (const row of cases.filter(({ id }) => wanted(id))) {
      add(await compare(row, { ...run, contenders: contendersOf(row, run), serverUrl: server.url }));
    }
    for (const row of variantCases.filter(({ id }) => wanted(id))) {
      add(...(await compareVariants(row, { ...run, serverUrl: server.url })));
    }
    const whole = { ...run, serverUrl: server.url };
    if (wanted('growth')) add(...(await growth(whole)));
    add(...(await startup(whole, wanted)));
    if (wanted('soak')) add(...(await soak(whole)));
  } finally {
    await server.stop();
  }
  return {
    title: 'Client',
    about:
      'Cost as a multiple of hand-written `undici.request` and `JSON.parse`: CPU time of the client process, ' +
      'medians of interleaved rounds, against one loopback server process; spread is the first to third quartile. ' +
      'Other libraries are measured in every third round. ' +
      'Options of Parlance are compared with their absence within one process. ' +
      'Parlance, fetch is the adapter for browsers and workers, on the `fetch` of Node.js.',
    rows,
  };
}

function contendersOf({ subject }: Case, { contenders }: Pick<ClientRun, 'contenders'>): readonly Entry[] {
  if (subject !== undefined)
    return contenders.map((entry) => (entry.name === SUBJECT ? subjectWith(subject) : entry));
  return contenders;
}
