import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent as ProxyAgent } from 'undici';
import { environment } from '../options/environment.js';
import { ConfigError } from '../errors/request-errors.js';
import type { HttpRequest } from '../http-adapter.js';
import type { UndiciAdapterOptions } from './undici-adapter.js';

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
/**
 * Undici's own timer is coarse and set to fire after ours; it only cleans up connections that no request needs any
 * more.
 */
const BACKSTOP_MS = 1000;

/**
 * Loads undici and creates the dispatcher of an adapter.
 *
 * @param options - The adapter's options.
 * @param request - The first request. Its `connectMs` applies to all requests if the adapter's option is not set.
 * @param connecting - Receives the sockets that are being connected.
 */
export async function loadDispatcher(
  options: UndiciAdapterOptions,
  request: HttpRequest,
  connecting: Set<Socket>,
): Promise<Dispatcher> {
  const undici = await import('undici');
  const connectMs = options.connectMs ?? request.connectMs ?? 10_000;
  const connect: buildConnector.BuildOptions = {
    timeout: connectMs === Infinity ? 0 : connectMs + BACKSTOP_MS,
    allowH2: false,
    ...(options.ca === undefined ? undefined : { ca: [options.ca].flat() as string[] }),
  };
  const shared: Agent.Options = {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(options.connections === undefined ? undefined : { connections: options.connections }),
    ...(options.keepAliveMs === undefined ? undefined : { keepAliveTimeout: options.keepAliveMs }),
  };
  const proxied = options.proxyFromEnvironment !== false && PROXY_VARIABLES.some((name) => environment(name));
  if (proxied) {
    const tls =
      options.ca === undefined ? undefined : { requestTls: { ca: connect.ca }, proxyTls: { ca: connect.ca } };
    try {
      return new undici.EnvHttpProxyAgent({ ...shared, connect, ...tls } as ProxyAgent.Options);
    } catch {
      // Not quoted: the URL may contain a password.
      throw new ConfigError('http', 'http: HTTP_PROXY or HTTPS_PROXY must be the URL of a proxy');
    }
  }
  return new undici.Agent({ ...shared, connect: watched(undici.buildConnector(connect), connecting) });
}

/** Wraps a connector to track the sockets that are not connected yet. */
function watched(connector: buildConnector.connector, connecting: Set<Socket>): buildConnector.connector {
  return (options, callback) => {
    const socket = connector(options, (...result) => {
      if (socket !== undefined) connecting.delete(socket);
      callback(...result);
    }) as unknown as Socket | undefined;
    if (socket?.connecting === true) connecting.add(socket);
    return socket;
  };
}
