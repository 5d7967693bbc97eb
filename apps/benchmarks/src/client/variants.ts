/** Compares variants of Parlance within one process. */
import { contender, SUBJECT } from '../contenders/index.ts';
import { relativeTo } from '../measure/interleave.ts';
import { forkProgram, nextMessage } from '../measure/processes.ts';
import type { VariantsJob, VariantsReport } from '../measure/variants.ts';
import { ratioRow, type Row } from '../report/row.ts';
import type { Run } from './compare.ts';
import type { VariantCase } from './cases.ts';

const program = new URL('../measure/variants.ts', import.meta.url);

/** Measures a case. */
export async function compareVariants(row: VariantCase, run: Run): Promise<Row[]> {
  const costs = new Map(await report(row, run));
  return row.limits.map(({ baseline, relativeTo: what, budget }, index) => {
    const contenders = relativeTo(baseline, costs);
    const id = index === 0 ? row.id : `${row.id}-${baseline}`;
    const note = `${what} ${contenders[baseline]?.cost.median.toFixed(1)} us`;
    return ratioRow({ id, title: `${row.title}, relative to ${what}`, limit: budget, note }, contenders);
  });
}

async function report({ scenario, job, subject, limits }: VariantCase, run: Run): Promise<VariantsReport> {
  const variantOf = (name: string, module: string, at: string) => ({
    ...contender(module),
    name,
    baseUrl: `${run.serverUrl}/${at}`,
  });
  const variants = [
    variantOf(SUBJECT, subject.module, subject.scenario ?? scenario),
    ...limits.map(({ baseline }) => variantOf(baseline, baseline, scenario)),
  ];
  const child = forkProgram(program, [], ['--expose-gc']);
  const reply = nextMessage(child, 'the process of the variants');
  child.send({ variants, job, rounds: run.rounds } satisfies VariantsJob);
  return (await reply) as VariantsReport;
}
