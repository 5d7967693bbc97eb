import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Tracks the sockets of a dispatcher and the number of connections being opened. */
export class OpenSockets {
  readonly #sockets: Set<Socket> = new Set();
  #opening = 0;

  /**
   * Wraps a connector to track its sockets. A connection through a proxy is wrapped twice: the connection to the
   * proxy, and the whole of connection, tunnel and TLS, whose connector does not return a socket.
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

  /** Closes all sockets while connections are being opened, because it is unknown which sockets belong to them. */
  abandonOpening(): void {
    if (this.#opening > 0) for (const socket of this.#sockets) socket.destroy();
  }
}

function isSocket(value: unknown): value is Socket {
  return typeof (value as Partial<Socket> | undefined)?.destroy === 'function';
}
