/** Memory over many calls and streams: it must not grow. */
import { SUBJECT } from '../contenders/index.ts';
import { startWorker } from '../measure/processes.ts';
import { slope } from '../measure/statistics.ts';
import type { Order } from '../measure/worker.ts';
import type { Row } from '../report/row.ts';
import { DELTA_TEXT, SMALL_CHARACTERS } from '../server/scenarios.ts';
import type { Run } from './compare.ts';

const soaks = [
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
] as const satisfies readonly { readonly order: Order }[];

/** The resident set moves by whole arenas; what is held after a collection may grow by no more than this. */
const MAX_HELD_BYTES_PER_WORK = 16;
const MAX_RESIDENT_GROWTH = 0.1;

/** Measures both rows. The first half is warming up: caches fill, pools grow. */
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
    const half = samples / 2;
    rows.push(toRow({ id, title, times: order.times }, held.slice(half), resident.slice(half)));
  }
  return rows;
}

function toRow(
  { id, title, times }: { readonly id: string; readonly title: string; readonly times: number },
  held: readonly number[],
  resident: readonly number[],
): Row {
  const heldPerWork = slope(held) / times;
  const first = resident[0] ?? Number.NaN;
  const growth = (slope(resident) * resident.length) / first;
  return {
    id,
    title,
    budget: 'flat',
    figure: `${heldPerWork.toFixed(1)} B each, resident set ${(growth * 100).toFixed(1)} %`,
    passed: heldPerWork <= MAX_HELD_BYTES_PER_WORK && growth <= MAX_RESIDENT_GROWTH,
    note: `second half; resident set ${(first / 1e6).toFixed(0)} MB`,
  };
}
