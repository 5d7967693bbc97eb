import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici';
import { environment } from '../environment.js';
import type { HttpRequest } from '../http-adapter.js';
import type { UndiciAdapterOptions } from './undici-adapter.js';

type AgentConstructor = new (options: Agent.Options) => Dispatcher;

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];

/** Loads undici and makes the dispatcher of an adapter. */
export async function loadDispatcher(
  options: UndiciAdapterOptions,
  request: HttpRequest,
): Promise<Dispatcher> {
  const connect: buildConnector.BuildOptions = { timeout: options.connectMs ?? request.connectMs ?? 10_000 };
  if (options.ca !== undefined) connect.ca = [options.ca].flat() as string[];
  if (connect.timeout === Infinity) connect.timeout = 0;
  const shared: Agent.Options = {
    connect: connect as never,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(options.connections === undefined ? undefined : { connections: options.connections }),
    ...(options.keepAliveMs === undefined ? undefined : { keepAliveTimeout: options.keepAliveMs }),
  };
  const proxied = options.proxyFromEnvironment !== false && PROXY_VARIABLES.some((name) => environment(name));
  if (!proxied) return new (await agentConstructor())(shared);
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent(shared as EnvHttpProxyAgent.Options);
}

/*
 * Loading all of undici takes more than twice as long as loading its agent. The agent's own file is not a documented
 * entry, so when a later undici has moved it, the documented one serves.
 */
async function agentConstructor(): Promise<AgentConstructor> {
  try {
    // The type of the name is widened because undici declares no types for its files.
    const file = (await import('undici/lib/dispatcher/agent.js' as string)) as { default?: unknown };
    if (typeof file.default === 'function') return file.default as AgentConstructor;
  } catch {
    // Not there: the documented entry below.
  }
  return (await import('undici')).Agent;
}
