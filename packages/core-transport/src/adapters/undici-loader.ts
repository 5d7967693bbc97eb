import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici';
import { environment } from '../environment.js';
import { ConfigError } from '../errors/request-errors.js';
import type { HttpRequest } from '../http-adapter.js';
import type { UndiciAdapterOptions } from './undici-adapter.js';

/** What is used of undici. */
interface Parts {
  readonly Agent: new (options: Agent.Options) => Dispatcher;
  readonly buildConnector: (options: buildConnector.BuildOptions) => buildConnector.connector;
}

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
/** Undici's own timer is coarse and comes after ours; it only catches connections that nobody waits for any more. */
const BACKSTOP_MS = 1000;

/**
 * Loads undici and makes the dispatcher of an adapter.
 *
 * @param options - Of the adapter.
 * @param request - The first request, whose time for connecting holds for all when the adapter has none of its own.
 * @param connecting - Holds the sockets that are being connected.
 */
export async function loadDispatcher(
  options: UndiciAdapterOptions,
  request: HttpRequest,
  connecting: Set<Socket>,
): Promise<Dispatcher> {
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
    const { EnvHttpProxyAgent } = await import('undici');
    const tls =
      options.ca === undefined ? undefined : { requestTls: { ca: connect.ca }, proxyTls: { ca: connect.ca } };
    try {
      return new EnvHttpProxyAgent({ ...shared, connect, ...tls } as EnvHttpProxyAgent.Options);
    } catch {
      // The URL may hold a password.
      throw new ConfigError('http', 'http: HTTP_PROXY or HTTPS_PROXY must be the URL of a proxy');
    }
  }
  const { Agent, buildConnector } = await loadParts();
  return new Agent({ ...shared, connect: watched(buildConnector(connect), connecting) });
}

/** A connector that tells which sockets are not connected yet. */
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

/*
 * Loading all of undici takes more than twice as long as loading these two files. They are not documented entries, so
 * when a later undici has moved them, the documented one serves. The names are widened because undici declares no
 * types for its files.
 */
async function loadParts(): Promise<Parts> {
  try {
    const [agent, connect] = (await Promise.all([
      import('undici/lib/dispatcher/agent.js' as string),
      import('undici/lib/core/connect.js' as string),
    ])) as { default?: unknown }[];
    if (typeof agent?.default === 'function' && typeof connect?.default === 'function')
      return {
        Agent: agent.default as Parts['Agent'],
        buildConnector: connect.default as Parts['buildConnector'],
      };
  } catch {
    // Not there: the documented entry below.
  }
  const { Agent, buildConnector } = await import('undici');
  return { Agent, buildConnector };
}
