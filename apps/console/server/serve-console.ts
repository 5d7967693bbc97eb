import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.js';
import type { Backend } from './backend.js';
import { Exports } from './exports.js';
import { Traffic } from './traffic.js';

/** A running console. */
export interface RunningConsole {
  /** Origin of the pages. */
  readonly url: string;
  /** Returns the URL to open a page with. It contains the token, if the console requires one. */
  urlOf(address: string): string;
  /** Stops the server, pauses exports and closes the backend. */
  close(): Promise<void>;
}

/** Options for {@link serveConsole}. */
export interface ServeOptions {
  readonly backend: Backend;
  /** Ports to listen on: the first one that is not in use. 0 uses a free one. */
  readonly ports: readonly number[];
  /** Folder of the built pages. */
  readonly pages: string;
  /** Folder that exports are written to. */
  readonly exports: string;
}

async function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || others.length === 0) throw error;
    await listen(server, others);
  }
}

/** Serves the console on the loopback interface. */
export async function serveConsole({
  backend,
  ports,
  pages,
  exports: folder,
}: ServeOptions): Promise<RunningConsole> {
  const traffic = new Traffic(backend);
  const exports = new Exports({ folder, backend });
  const app = createApp({ backend, traffic, pages, exports });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  try {
    await listen(server, ports);
  } catch (error) {
    traffic.close();
    await backend.close();
    throw error;
  }
  // The exports page reports a folder that cannot be read.
  void exports.resumeInterrupted().catch(() => {});
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urlOf = (address: string): string => {
    const page = new URL(address, url);
    if (backend.access !== undefined) page.searchParams.set('token', backend.access.token);
    return page.href;
  };
  const close = async (): Promise<void> => {
    traffic.close();
    server.close();
    server.closeAllConnections();
    await exports.close();
    await backend.close();
  };
  return { url, urlOf, close };
}
