import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The sockets of a dispatcher, and how many of its connections are still being opened. */
export class OpenSockets {
  readonly #sockets: Set<Socket> = new Set();
  #opening = 0;

  /**
   * Wraps a connector, so that its sockets are known. A connection through a proxy is wrapped twice: the connection to
   * the proxy, and the whole of connection, tunnel and TLS, whose connector returns no socket.
   */
  watch(connector: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      this.#opening += 1;
      const socket: unknown = connector(options, (...result) => {
        this.#opening -= 1;
        callback(...result);
      });
      if (isSocket(socket)) {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      }
    };
  }

  /** While a connection is being opened, closes all sockets: it is not known which of them belong to it. */
  abandonOpening(): void {
    if (this.#opening > 0) for (const socket of this.#sockets) socket.destroy();
  }
}

function isSocket(value: unknown): value is Socket {
  return typeof (value as Partial<Socket> | undefined)?.destroy === 'function';
}
