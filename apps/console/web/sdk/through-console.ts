import { FetchAdapter, type ClientOptions } from '@parlance/core-transport';

/**
 * Options of the clients in the page. The console's server adds the key, retries, and enforces deadlines and rate limits. In
 * your own server, create the same clients with an address and a key instead, for example
 * `new ManagedAgentsClient({ baseUrl, apiKey })`.
 */
export const throughConsole: ClientOptions = {
  baseUrl: `${location.origin}/api`,
  http: new FetchAdapter({ fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin' }) }),
  retry: { maxRetries: 0 },
  timeouts: { headersMs: Infinity, bodyMs: Infinity, totalMs: Infinity },
  rateLimiter: { acquire: () => ({ release: () => undefined }) },
};

/** Placeholder for the key, which stays on the server. */
export const NO_KEY = 'on-the-server';
