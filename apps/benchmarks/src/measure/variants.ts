/**
 * Entry point of a process that compares variants of one library, for example with and without an option. They share a
 * process, because two processes of the same program differ by more than an option costs.
 */
import type { ContenderModule } from '../contenders/contender.ts';
import type { Entry } from '../contenders/index.ts';
import { interleave } from './interleave.ts';
import { runJob, type Job } from './job.ts';
import { warmUp } from './warm-up.ts';

/** What to compare. */
export interface VariantsJob {
  readonly variants: readonly (Entry & { readonly baseUrl: string })[];
  readonly job: Job;
  readonly rounds: number;
}

/** CPU microseconds per repetition by variant, one per round. */
export type VariantsReport = readonly (readonly [string, readonly number[]])[];

process.once('message', (message: VariantsJob) => {
  void compareVariants(message).then((report) => process.send?.(report, () => process.exit()));
});

async function compareVariants({ variants, job, rounds }: VariantsJob): Promise<VariantsReport> {
  const runners = await Promise.all(
    variants.map(async ({ name, module, variant, baseUrl }) => {
      const contender = await ((await import(module)) as ContenderModule).connect(baseUrl, variant);
      return { name, run: (work: Job) => runJob(name, contender, work) };
    }),
  );
  for (const runner of runners) await warmUp(runner, job);
  const costs = await interleave(runners, rounds, async ({ run }) => (await run(job)).cpuMicros / job.times);
  return [...costs];
}
