/** Program of a worker that the tests kill: runs jobs of several pages, and commits each page once. */
import { localRunner, openStore, pgBossRunner, type StoreSchema } from '../index.js';

/** Pages per job. */
export const PAGES = 4;

/** What the workers write: without a key, so that a page that is written twice is found. */
export const killedSchema: StoreSchema<{ pages: { job: string; page: number } }> = {
  name: 'killed',
  migrations: {
    '0001': (db) =>
      db.schema
        .createTable('pages')
        .addColumn('job', 'text', (column) => column.notNull())
        .addColumn('page', 'integer', (column) => column.notNull())
        .execute(),
  },
};

/** Options of {@link work}. */
export interface WorkOptions {
  readonly url: string;
  readonly schema: string;
  /** `local` or `pg-boss`. */
  readonly kind: string;
  /** Prints a line. */
  readonly print: (line: string) => void;
}

/** Works until all jobs are done. */
export async function work({ url, schema, kind, print }: WorkOptions): Promise<void> {
  const store = await openStore(url, { schema, maxConnections: 4 });
  await store.migrate(killedSchema);
  const options = { store, concurrency: 2, pollIntervalMs: 50 };
  const runner =
    kind === 'local' ? localRunner(options) : await pgBossRunner({ ...options, schema: `${schema}_boss` });
  runner.define({
    name: 'windows',
    maxAttempts: 1_000,
    run: async (job) => {
      let page = (await store.checkpoints.load<number>(job.key)) ?? 0;
      while (page < PAGES) {
        page += 1;
        const row = { job: job.key, page };
        await job.transaction(async (transaction) => {
          await transaction.tables(killedSchema).insertInto('pages').values(row).execute();
          await transaction.checkpoints.save(row.job, row.page);
        });
        print('page');
      }
      await job.complete(async (transaction) => {
        const row = { job: job.key, page: PAGES + 1 };
        await transaction.tables(killedSchema).insertInto('pages').values(row).execute();
      });
      print('job');
    },
  });
  await runner.start();
  print('ready');
  await runner.idle();
  await runner.stop();
  await store.close();
}
