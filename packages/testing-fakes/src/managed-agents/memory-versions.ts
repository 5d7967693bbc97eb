/** Handlers for memory versions. */
import type { MemoryVersion, memoryVersionOperations, MemoryView } from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { conflict } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import { memories, memoryStores, memoryVersions } from './collections.js';
import { apiActor } from './memory-files.js';
import { timeFilter } from '../records/time-filter.js';

const named = { what: 'memory version' };
/** Maximum page size of a list with contents. */
const MAX_FULL = 20;

/** Handlers for the memory version operations. */
export const memoryVersionHandlers: HandlersFor<typeof memoryVersionOperations> = {
  'memoryStores.versions.list': (call) => {
    const { query, params } = call;
    const view = query.view ?? 'basic';
    const limit = Math.min(query.limit ?? 20, view === 'full' ? MAX_FULL : 100);
    return cursorPage(
      { ...call, query: { ...query, limit } },
      {
        from: recordsOf(call, params.memory_store_id),
        show: (version) => show(version, view),
        where: (version) =>
          timeFilter(query.created_at)(version.created_at) &&
          (query.memory_id === undefined || version.memory_id === query.memory_id) &&
          (query.operation === undefined || version.operation === query.operation) &&
          (query.session_id === undefined || actorOf(version) === `session_actor ${query.session_id}`) &&
          (query.api_key_id === undefined || actorOf(version) === `api_actor ${query.api_key_id}`),
      },
    );
  },
  'memoryStores.versions.retrieve': (call) => {
    const records = recordsOf(call, call.params.memory_store_id);
    return show(find(records, call.params.memory_version_id, named), call.query.view ?? 'full');
  },
  'memoryStores.versions.redact': (call) => {
    const { params, world, now } = call;
    const records = recordsOf(call, params.memory_store_id);
    const version = find(records, params.memory_version_id, named);
    if (version.redacted_at != null) return version;
    const head = world.store.of(memories, params.memory_store_id).get(version.memory_id);
    if (head?.memory_version_id === version.id)
      throw conflict(
        'GEN-005',
        'The current version of a memory cannot be redacted. Update or delete the memory first.',
      );
    return records.put(version.id, {
      ...version,
      content: null,
      content_sha256: null,
      content_size_bytes: null,
      path: null,
      redacted_at: now,
      redacted_by: apiActor(world),
    });
  },
};

function recordsOf({ world }: AnyCall, storeId: string): Collection<MemoryVersion> {
  find(world.store.of(memoryStores), storeId, { what: 'memory store', rule: 'MEM-012' });
  return world.store.of(memoryVersions, storeId);
}

function show(version: MemoryVersion, view: MemoryView): MemoryVersion {
  return view === 'full' ? version : { ...version, content: null };
}

function actorOf({ created_by: actor }: MemoryVersion): string | undefined {
  switch (actor?.type) {
    case 'session_actor':
      return `session_actor ${actor.session_id}`;
    case 'api_actor':
      return `api_actor ${actor.api_key_id}`;
    default:
      return undefined;
  }
}
