import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent as ProxyAgent } from 'undici';
import { ConfigError } from '../errors/request-errors.js';
import type { HttpRequest } from '../http-adapter.js';
import { environment } from '../environment.js';

/** Options for {@link UndiciAdapter}. */
export interface UndiciAdapterOptions {
  /** Maximum number of open connections. Default unlimited. */
  readonly connections?: number | undefined;
  /**
   * How long an idle connection stays open, in milliseconds. Default 4,000; a `keep-alive` header of the server takes
   * precedence.
   */
  readonly keepAliveMs?: number | undefined;
  /** Certificate authorities to trust instead of the default ones, in PEM format. */
  readonly ca?: string | readonly string[] | undefined;
  /** Whether to use the proxy from `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Default true. */
  readonly proxyFromEnvironment?: boolean | undefined;
  /** Deadline for the TCP and TLS handshakes of requests that do not set their own, in milliseconds. Default 10,000. */
  readonly connectMs?: number | undefined;
  /**
   * An undici 8 dispatcher to use instead of creating one. The options above are then ignored, and closing the
   * dispatcher is up to you.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
/**
 * Undici's own timer is coarse and set to fire after ours; it only cleans up connections that no request needs any
 * more.
 */
const BACKSTOP_MS = 1000;

/** Returns the values of the proxy variables, in a fixed order. */
export function proxyEnvironment(): (string | undefined)[] {
  return PROXY_VARIABLES.map((name) => environment(name));
}

/** A client can do nothing about it, so it is not an error of the connection, which would be retried. */
async function loadUndici(): Promise<typeof import('undici')> {
  try {
    return await import('undici');
  } catch (error) {
    const problem = `http: undici cannot be loaded by Node.js ${process.version}; it requires 22.19 or later`;
    throw new ConfigError('http', problem, { cause: error });
  }
}

/**
 * Loads undici and creates the dispatcher of an adapter.
 *
 * @param options - The adapter's options.
 * @param request - The first request. Its `connectMs` applies to all requests if the adapter's option is not set.
 * @param sockets - Tracks the sockets of the dispatcher.
 * @throws {ConfigError} When undici cannot be loaded, or a proxy variable is not a URL.
 */
export async function loadDispatcher(
  options: UndiciAdapterOptions,
  request: HttpRequest,
  sockets: OpenSockets,
): Promise<Dispatcher> {
  const { Agent, buildConnector, EnvHttpProxyAgent, Pool } = await loadUndici();
  const connectMs = options.connectMs ?? request.connectMs ?? 10_000;
  const timeout = connectMs === Infinity ? 0 : connectMs + BACKSTOP_MS;
  const connect: buildConnector.BuildOptions = {
    timeout,
    allowH2: false,
    ...(options.ca === undefined ? undefined : { ca: [options.ca].flat() as string[] }),
  };
  /** Creates the pool of an origin, or of a proxy. */
  const watchedPool = (origin: string | URL, own: object): Dispatcher => {
    const { connect: connector, ...rest } = own as { connect: buildConnector.connector };
    return new Pool(origin, { ...rest, connect: sockets.watch(connector) });
  };
  const shared: Agent.Options = {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: buildConnector(connect),
    factory: watchedPool,
    ...(options.connections === undefined ? undefined : { connections: options.connections }),
    ...(options.keepAliveMs === undefined ? undefined : { keepAliveTimeout: options.keepAliveMs }),
  };
  const isProxied = options.proxyFromEnvironment !== false && proxyEnvironment().some(Boolean);
  if (!isProxied) return new Agent(shared);
  const proxy: Partial<ProxyAgent.Options> = {
    requestTls: connect,
    proxyTls: connect,
    // The request to a proxy to open a tunnel has undici's timer alone.
    clientFactory: (origin, own) => watchedPool(origin, { ...own, headersTimeout: Math.ceil(timeout) }),
  };
  try {
    return new EnvHttpProxyAgent({ ...shared, ...proxy } as ProxyAgent.Options);
  } catch {
    // Not quoted: the URL may contain a password.
    throw new ConfigError('http', 'http: HTTP_PROXY or HTTPS_PROXY must be the URL of a proxy');
  }
}

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
