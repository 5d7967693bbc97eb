import type { JobContext, Runner, Store } from '@parlance/durable';
import { exportSchema } from './export-schema.js';

/** Data of a job: the unit to read, and the epoch that it belongs to. */
export type UnitJob = { readonly unit: string; readonly epoch: number };

/** Works on units. */
export interface UnitWorker {
  work(job: JobContext<UnitJob>): Promise<void>;
}

/** Name of the jobs of an export. */
export function jobName(exportName: string): string {
  return `archive/${exportName}`;
}

/** Forwards the jobs of a runner to the run that is active. A kind of job is defined once per runner. */
export class JobRouter {
  readonly #active: WeakMap<Runner, UnitWorker> = new WeakMap();
  readonly #defined: WeakSet<Runner> = new WeakSet();
  readonly #name: string;

  constructor(exportName: string) {
    this.#name = exportName;
  }

  /** Sends the jobs of a runner to a run. */
  route(runner: Runner, run: UnitWorker): void {
    this.#active.set(runner, run);
    if (this.#defined.has(runner)) return;
    this.#defined.add(runner);
    runner.define<UnitJob>({
      name: jobName(this.#name),
      maxAttempts: 1_000,
      run: async (job) => {
        if (await isVoid(runner.store, this.#name, job.data)) return;
        const active = this.#active.get(runner);
        if (active === undefined) throw new Error('This process does not run the export.');
        await active.work(job);
      },
    });
  }
}

/** Whether a job belongs to an earlier epoch. */
async function isVoid(store: Store, exportName: string, { epoch }: UnitJob): Promise<boolean> {
  const row = await store
    .tables(exportSchema)
    .selectFrom('archive_exports')
    .select(['epoch', 'state'])
    .where('name', '=', exportName)
    .executeTakeFirst();
  return row?.epoch !== epoch || row.state !== 'running';
}
