import type { HttpAdapter, HttpRequest, HttpResponse } from '../http-adapter.js';
import { proxyEnvironment } from './undici-dispatcher.js';
import { UndiciPool } from './undici-pool.js';

interface SharedPool {
  readonly key: string;
  readonly pool: UndiciPool;
  /** Number of open adapters that have used the pool. */
  users: number;
}

/**
 * The pools of all clients that use the default adapter. Without sharing, a process that creates a client per request
 * would open a connection per request and leave it to the server to close it.
 */
const pools: Map<string, SharedPool> = new Map();

/** The default adapter in Node. Adapters with the same origin, connect deadline and proxy share connections. */
export class SharedAdapter implements HttpAdapter {
  /** Pools by connect deadline only, because a client has one origin and reads the proxy variables once. */
  readonly #used: Map<number | undefined, SharedPool> = new Map();
  #proxy: readonly (string | undefined)[] | undefined;

  send(request: HttpRequest): Promise<HttpResponse> {
    const shared = this.#used.get(request.connectMs) ?? this.#join(request);
    return shared.pool.send(request);
  }

  /** Closes the connections unless other adapters use them. */
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
