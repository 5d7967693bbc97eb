/** A database server that a test can take away: a proxy in front of it. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of the proxy, and how to take it away. */
export interface DatabaseProxy {
  readonly url: string;
  /** Closes all connections, and accepts no more. */
  down(): Promise<void>;
  /** Accepts connections again. */
  up(): Promise<void>;
}

/** Starts a proxy in front of a server. */
export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  let port = 0;
  const proxy = {
    up: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    },
    down: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await proxy.up();
  onTestFinished(proxy.down);
  const url = Object.assign(new URL(target), { port: String(port) }).href;
  return { ...proxy, url };
}
