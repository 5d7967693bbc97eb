/** Starts a PostgreSQL server for tests and benchmarks, whose address is in `PARLANCE_TEST_POSTGRES_SERVER`. */
import { startPostgresServer } from './postgres-server.ts';

/** Global setup of vitest. Fails the run when the server cannot start. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  process.env['PARLANCE_TEST_POSTGRES_SERVER'] = server.url;
  return () => server.stop();
}
