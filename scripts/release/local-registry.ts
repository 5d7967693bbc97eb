/** A registry on this machine, to install the packages by name before they are on npm. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pMap from 'p-map';
import { runServer } from 'verdaccio';
import { runNpm } from '../bootstrap/fetch-package.mjs';
import { packageNames, tarballOf } from '../check/tarball-paths.ts';

/** A running registry. It holds only packages named `@parlance/…`; all others come from npm. */
export interface LocalRegistry {
  readonly url: string;
  /** Text of the `.npmrc` of a folder that installs from this registry or publishes to it. */
  readonly npmrc: string;
  /** Stops the registry and deletes what was published to it. */
  readonly stop: () => Promise<void>;
}

/** Starts an empty registry on loopback. `port` defaults to any free one. */
export async function startRegistry(port = 0): Promise<LocalRegistry> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-registry-'));
  const server: Server = await runServer({
    // Verdaccio stores its own secret next to the file that this path names.
    configPath: path.join(folder, 'config.yaml'),
    storage: path.join(folder, 'storage'),
    uplinks: {},
    packages: { '@parlance/*': { access: '$all', publish: '$all' } },
    max_body_size: '50mb',
    web: { enable: false },
    log: { type: 'stderr', level: 'error' },
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    // npm refuses to publish without a token, though this registry accepts any.
    npmrc: `@parlance:registry=http://${host}\n//${host}/:_authToken=local\n`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Publishes the tarballs that the check `pack` wrote. */
export async function publishTarballs({ npmrc }: LocalRegistry): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-publish-'));
  try {
    writeFileSync(path.join(folder, '.npmrc'), npmrc);
    await pMap(
      packageNames(),
      async (name) => {
        const { code, output } = await runNpm(['publish', tarballOf(name), '--loglevel=error'], {
          cwd: folder,
          env: process.env,
        });
        if (code !== 0) throw new Error(`publishing ${name} failed:\n${output}`);
      },
      { concurrency: 2 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
