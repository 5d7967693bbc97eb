/** A memory in a memory store of the managed agents. */
import { ConflictError, NotFoundError, type CallOptions } from '@parlance/core-transport';
import { requireObject, requireText } from '@parlance/core-transport/internal';
import type {
  Memory,
  MemoryCreateParams,
  MemoryDeleteParams,
  MemoryListItem,
  MemoryListParams,
  MemoryUpdateParams,
} from '@parlance/schemas/managed-agents';
import type { MemoryBackend, MemoryContext } from './memory-backend.js';

/** The methods of `memoryStores.memories` of a `ManagedAgentsClient` that a memory needs. */
export interface MemoryStoreApi {
  /** Creates a memory. */
  create(memoryStoreId: string, params: MemoryCreateParams, options?: CallOptions): PromiseLike<Memory>;
  /** Lists memories. */
  list(memoryStoreId: string, params: MemoryListParams, options?: CallOptions): AsyncIterable<MemoryListItem>;
  /** Updates a memory. */
  update(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryUpdateParams,
    options?: CallOptions,
  ): PromiseLike<Memory>;
  /** Deletes a memory. */
  delete(
    memoryStoreId: string,
    memoryId: string,
    params: MemoryDeleteParams,
    options?: CallOptions,
  ): PromiseLike<unknown>;
}

/**
 * Keeps memories in a memory store, which agents' sessions can use as well. Concurrent changes are detected: an edit of
 * content that has changed since it was read fails. Renaming or deleting a directory changes its memories one by one.
 *
 * @param memories - `memoryStores.memories` of a `ManagedAgentsClient`.
 * @param memoryStoreId - Id of the store, `memstore_...`.
 * @throws {ConfigError} When an argument is missing.
 */
export function memoryStoreMemory(memories: MemoryStoreApi, memoryStoreId: string): MemoryBackend {
  requireObject('memories', memories);
  requireText('memoryStoreId', memoryStoreId);
  return new MemoryStoreMemory(memories, memoryStoreId);
}

class MemoryStoreMemory implements MemoryBackend {
  readonly #memories: MemoryStoreApi;
  readonly #id: string;

  constructor(memories: MemoryStoreApi, id: string) {
    this.#memories = memories;
    this.#id = id;
  }

  async list(
    path: string,
    context: MemoryContext,
  ): Promise<{ path: string; sizeBytes: number }[] | undefined> {
    const found = await this.#below(path, context);
    if (found.length === 0 && path !== '/') return undefined;
    return found.map((memory) => ({ path: memory.path, sizeBytes: memory.content_size_bytes }));
  }

  async read(path: string, context: MemoryContext): Promise<string | undefined> {
    const memory = await this.#find(path, context);
    return memory === undefined ? undefined : (memory.content ?? '');
  }

  create(path: string, content: string, context: MemoryContext): Promise<boolean> {
    return unlessRefused(this.#memories.create(this.#id, { path, content }, callOptions(context)));
  }

  async replace(
    path: string,
    { content, previous }: { readonly content: string; readonly previous: string },
    context: MemoryContext,
  ): Promise<boolean> {
    const memory = await this.#find(path, context);
    if (memory === undefined || (memory.content ?? '') !== previous) return false;
    const precondition = { type: 'content_sha256' as const, content_sha256: memory.content_sha256 };
    return unlessRefused(
      this.#memories.update(this.#id, memory.id, { content, precondition }, callOptions(context)),
    );
  }

  async delete(path: string, context: MemoryContext): Promise<boolean> {
    const memories = await this.#at(path, context);
    for (const memory of memories)
      await unlessRefused(this.#memories.delete(this.#id, memory.id, {}, callOptions(context)));
    return memories.length > 0;
  }

  async rename(from: string, to: string, context: MemoryContext): Promise<void> {
    for (const memory of await this.#at(from, context)) {
      const path = to + memory.path.slice(from.length);
      await this.#memories.update(this.#id, memory.id, { path }, callOptions(context));
    }
  }

  /** Returns the memory at a path, or those below it. */
  async #at(path: string, context: MemoryContext): Promise<Memory[]> {
    const memory = await this.#find(path, context);
    return memory === undefined ? this.#below(path, context) : [memory];
  }

  async #find(path: string, context: MemoryContext): Promise<Memory | undefined> {
    // Sorted by path, the memory itself comes before all others with this prefix.
    const params: MemoryListParams = { path_prefix: path, view: 'full', limit: 1 };
    for await (const item of this.#memories.list(this.#id, params, callOptions(context)))
      return isMemory(item) && item.path === path ? item : undefined;
    return undefined;
  }

  async #below(path: string, context: MemoryContext): Promise<Memory[]> {
    const prefix = path === '/' ? path : `${path}/`;
    const found: Memory[] = [];
    for await (const item of this.#memories.list(this.#id, { path_prefix: prefix }, callOptions(context)))
      if (isMemory(item)) found.push(item);
    return found;
  }
}

function callOptions({ signal }: MemoryContext): CallOptions {
  return { signal };
}

function isMemory(item: MemoryListItem): item is Memory {
  return item.type === 'memory';
}

/** Waits for a change. Returns false when another change came first. */
async function unlessRefused(change: PromiseLike<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (ConflictError.is(error) || NotFoundError.is(error)) return false;
    throw error;
  }
}
