/** Handlers for memories. */
import type {
  Memory,
  MemoryListItem,
  MemoryListParams,
  memoryOperations,
  MemoryPrefix,
  MemoryView,
} from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { conflict } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { Collection, Entry } from '../world/store.js';
import { memories, memoryStores, type StoredMemory } from './collections.js';
import { addMemory, apiActor, changeMemory, removeMemory, type MemoryPlace } from './memory-files.js';

const named = { what: 'memory' };
const store = { what: 'memory store', rule: 'MEM-012' };
/** Maximum page size of a list with contents. */
const MAX_FULL = 20;

/** Handlers for the memory operations. */
export const memoryHandlers: HandlersFor<typeof memoryOperations> = {
  'memoryStores.memories.create': (call) => {
    const place = openStore(call, call.params.memory_store_id);
    return show(addMemory(place, call.body.path, call.body.content ?? ''), call.query.view ?? 'basic');
  },
  'memoryStores.memories.retrieve': (call) => show(findMemory(call, call.params), call.query.view ?? 'full'),
  'memoryStores.memories.list': (call) => {
    const { query, params } = call;
    const view = query.view ?? 'basic';
    const limit = Math.min(query.limit ?? 20, view === 'full' ? MAX_FULL : 100);
    return cursorPage<StoredMemory | MemoryPrefix, MemoryListItem>(
      { ...call, query: { ...query, limit } },
      {
        from: listed(recordsOf(call, params.memory_store_id), query),
        order: query.order ?? 'asc',
        byName: query.order_by,
        by: (item) =>
          item.type === 'memory' && query.order_by !== undefined ? item[query.order_by] : item.path,
        show: (item) => (item.type === 'memory' ? show(item, view) : item),
      },
    );
  },
  'memoryStores.memories.update': (call) => {
    const { body, params, query } = call;
    const place = openStore(call, params.memory_store_id);
    const memory = findMemory(call, params);
    requireContent(memory, body.precondition?.content_sha256);
    const change = { path: body.path ?? undefined, content: body.content ?? undefined };
    return show(changeMemory(place, memory, change), query.view ?? 'basic');
  },
  'memoryStores.memories.delete': (call) => {
    const place = openStore(call, call.params.memory_store_id);
    const memory = findMemory(call, call.params);
    requireContent(memory, call.query.expected_content_sha256);
    removeMemory(place, memory);
    return { id: memory.id, type: 'memory_deleted' };
  },
};

function recordsOf({ world }: AnyCall, storeId: string): Collection<StoredMemory> {
  find(world.store.of(memoryStores), storeId, store);
  return world.store.of(memories, storeId);
}

function findMemory(
  call: AnyCall,
  params: { readonly memory_store_id: string; readonly memory_id: string },
): StoredMemory {
  return find(recordsOf(call, params.memory_store_id), params.memory_id, named);
}

/** Returns the store to write to. @throws {Refusal} 404 for an unknown store, 409 for an archived one. */
function openStore({ world }: AnyCall, storeId: string): MemoryPlace {
  const found = find(world.store.of(memoryStores), storeId, store);
  if (found.archived_at !== null)
    throw conflict('MEM-009', 'The memory store is archived and cannot be changed.');
  return { world, storeId, actor: apiActor(world) };
}

function show(memory: StoredMemory, view: MemoryView): Memory {
  return view === 'full' ? memory : { ...memory, content: null };
}

function requireContent(memory: StoredMemory, expected: string | undefined): void {
  if (expected === undefined || expected === memory.content_sha256) return;
  const message = 'The content of the memory does not match the expected content_sha256.';
  throw conflict('GEN-005', message, 'memory_precondition_failed_error');
}

/** Lists the memories under a prefix. Memories deeper than `depth` are collapsed into their directories. */
function listed(
  from: Collection<StoredMemory>,
  { path_prefix: prefix = '', depth = 0 }: MemoryListParams,
): Collection<StoredMemory | MemoryPrefix> {
  const items = new Map<string, Entry<StoredMemory | MemoryPrefix>>();
  for (const entry of from.entries()) {
    const { path } = entry.record;
    if (!path.startsWith(prefix)) continue;
    const base = prefix.endsWith('/') ? prefix.length : prefix.length + (path[prefix.length] === '/' ? 1 : 0);
    const segments = path.slice(base).replace(/^\//, '').split('/');
    const lead = path.slice(0, path.length - segments.join('/').length);
    if (depth === 0 || segments.length <= depth) items.set(path, entry);
    else {
      const directory = `${lead}${segments.slice(0, depth).join('/')}/`;
      if (!items.has(directory))
        items.set(directory, { ...entry, id: directory, record: { path: directory, type: 'memory_prefix' } });
    }
  }
  const entries = [...items.values()];
  return { ...from, size: entries.length, entries: () => entries } as Collection<StoredMemory | MemoryPrefix>;
}
