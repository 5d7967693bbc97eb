/** Memory over many calls and streams: it must not grow. */
import { SUBJECT } from '../contenders/index.ts';
import { startWorker } from '../measure/processes.ts';
import { summarize } from '../measure/statistics.ts';
import type { Order } from '../measure/worker.ts';
import type { Row } from '../report/row.ts';
import { DELTA_TEXT, SMALL_CHARACTERS } from '../server/scenarios.ts';
import type { Run } from './compare.ts';

interface Soak {
  readonly id: string;
  readonly title: string;
  readonly scenario: string;
  readonly order: Order;
  readonly samples: number;
}

const soaks: readonly Soak[] = [
  {
    id: 'soak-calls',
    title: 'memory over 20,000 calls',
    scenario: 'small',
    order: { work: 'create', times: 500, atOnce: 8, expect: SMALL_CHARACTERS, collect: true },
    samples: 40,
  },
  {
    id: 'soak-streams',
    title: 'memory over 2,000 streams',
    scenario: 'stream-200-coalesced',
    order: { work: 'stream', times: 50, atOnce: 8, expect: 200 * DELTA_TEXT.length, collect: true },
    samples: 40,
  },
];

/** Memory moves in arenas and with the timing of collections; growth over half of the run may be no more than this share. */
const MAX_GROWTH = 0.1;

/** Measures both rows: the last quarter of each against the second. */
export async function soak(run: Run): Promise<Row[]> {
  const entry = run.contenders.find(({ name }) => name === SUBJECT);
  if (!entry) throw new Error(`${SUBJECT} does not take part`);
  const rows: Row[] = [];
  for (const { id, title, scenario, order, samples } of soaks) {
    const worker = await startWorker(entry.name, entry.module, `${run.serverUrl}/${scenario}`);
    const held: number[] = [];
    const resident: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const cost = await worker.carryOut(order);
      held.push(cost.heldBytes[1]);
      resident.push(cost.rssBytes[1]);
    }
    await worker.stop();
    rows.push(toRow({ id, title, works: (samples * order.times) / 2 }, held, resident));
  }
  return rows;
}

function toRow(
  { id, title, works }: { readonly id: string; readonly title: string; readonly works: number },
  held: readonly number[],
  resident: readonly number[],
): Row {
  const grown = [held, resident].map((samples) => quarter(samples, 3) - quarter(samples, 1));
  const [heldGrowth = 0, residentGrowth = 0] = grown;
  const share = residentGrowth / quarter(resident, 1);
  return {
    id,
    title,
    budget: `flat (<= ${MAX_GROWTH * 100} %)`,
    figure: `${(share * 100).toFixed(1)} %`,
    passed: share <= MAX_GROWTH && heldGrowth / quarter(held, 1) <= MAX_GROWTH,
    note:
      `resident set ${(quarter(resident, 3) / 1e6).toFixed(0)} MB, slope ${(residentGrowth / works).toFixed(0)} B each; ` +
      `after garbage collection ${(quarter(held, 3) / 1e6).toFixed(0)} MB, slope ${(heldGrowth / works).toFixed(0)} B each`,
  };
}

/** The median of one quarter of the samples; those of the first are still warming up. */
function quarter(samples: readonly number[], which: 0 | 1 | 2 | 3): number {
  const size = samples.length / 4;
  return summarize(samples.slice(which * size, (which + 1) * size)).median;
}
