import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { proxyEnvironment } from './undici-dispatcher.js';
import { UndiciPool } from './undici-pool.js';

interface SharedPool {
  readonly key: string;
  readonly pool: UndiciPool;
  /** Number of adapters that have used it and are not closed. */
  users: number;
}

/**
 * The pools of all clients without an adapter of their own. A process that creates a client for each request would
 * otherwise open a connection for each request, and keep it until the server closes it.
 */
const pools: Map<string, SharedPool> = new Map();

/**
 * The default adapter in Node. Adapters for the same origin, connect deadline and proxy share their connections.
 */
export class SharedAdapter implements HttpAdapter {
  /** By connect deadline: a client has one origin, and reads the proxy variables once. */
  readonly #used: Map<number | undefined, SharedPool> = new Map();
  #proxy: readonly (string | undefined)[] | undefined;

  send(request: HttpRequest): Promise<HttpResponse> {
    const shared = this.#used.get(request.connectMs) ?? this.#join(request);
    return shared.pool.send(request);
  }

  /** Closes the connections, unless other adapters use them. */
  async close(): Promise<void> {
    const used = [...this.#used.values()];
    this.#used.clear();
    for (const shared of used) {
      shared.users -= 1;
      if (shared.users > 0) continue;
      pools.delete(shared.key);
      await shared.pool.destroy();
    }
  }

  #join({ origin, connectMs }: HttpRequest): SharedPool {
    this.#proxy ??= proxyEnvironment();
    const key = [origin, connectMs, ...this.#proxy].join(' ');
    const shared = pools.get(key) ?? { key, pool: new UndiciPool({}), users: 0 };
    shared.users += 1;
    pools.set(key, shared);
    this.#used.set(connectMs, shared);
    return shared;
  }
}
