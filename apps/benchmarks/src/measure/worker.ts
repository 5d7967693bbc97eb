/** Entry point of a contender's process. Runs jobs from the parent and reports what each cost this process. */
import type { ContenderModule } from '../contenders/contender.ts';
import { runJob, type Job } from './job.ts';

/** First message of a worker, with the names of the work that its library supports. */
export type Ready = { readonly ready: readonly string[] };

const [modulePath = '', baseUrl = '', variant] = process.argv.slice(2);
const module = (await import(modulePath)) as ContenderModule;
const contender = await module.connect(baseUrl, variant);

process.on('message', (job: Job) => {
  void runJob(modulePath, contender, job).then((cost) => process.send?.(cost));
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: Object.keys(contender) } satisfies Ready);
