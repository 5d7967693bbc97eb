/** Changes to memories, made by the API or by a session. Each change records a version. */
import { digest as digestOf } from '../engine/digest.js';
import type { MemoryActor, MemoryVersion } from '@parlance/schemas';
import { Refusal } from '../engine/refusal.js';
import { touch } from '../records/find.js';
import type { World } from '../world/world.js';
import { memories, memoryVersions, type StoredMemory } from './collections.js';

/** The store that a change applies to, and the actor that makes it. */
export interface MemoryPlace {
  readonly world: World;
  readonly storeId: string;
  readonly actor: MemoryActor;
}

/** Returns the actor for the world's API key. */
export function apiActor(world: World): MemoryActor {
  return { type: 'api_actor', api_key_id: world.workspaceId.replace('wrkspc_', 'apikey_') };
}

/** Returns the memory at a path, or undefined. */
export function memoryAt(world: World, storeId: string, path: string): StoredMemory | undefined {
  return world.store
    .of(memories, storeId)
    .entries()
    .find(({ record }) => record.path === path)?.record;
}

/**
 * Creates a memory.
 *
 * @throws {Refusal} 409 if the path is taken, is a directory, or has a memory as one of its parent directories.
 */
export function addMemory(place: MemoryPlace, path: string, content: string): StoredMemory {
  requireFreePath(place, path);
  const { world, storeId } = place;
  const now = world.clock.iso();
  const id = world.id('mem_');
  const memory: StoredMemory = {
    id,
    ...digest(content),
    created_at: now,
    memory_store_id: storeId,
    memory_version_id: world.id('memver_'),
    path,
    type: 'memory',
    updated_at: now,
    content,
  };
  addVersion(place, memory, 'created');
  return world.store.of(memories, storeId).put(id, memory);
}

/**
 * Updates the path or the content of a memory. An update without effect does not record a version.
 *
 * @throws {Refusal} 409 if the new path conflicts with another memory.
 */
export function changeMemory(
  place: MemoryPlace,
  memory: StoredMemory,
  change: { readonly path?: string | undefined; readonly content?: string | undefined },
): StoredMemory {
  const { path = memory.path, content = memory.content } = change;
  if (path === memory.path && content === memory.content) return memory;
  if (path !== memory.path) requireFreePath(place, path, memory.id);
  const { world, storeId } = place;
  const next = touch(world.clock, {
    ...memory,
    ...digest(content),
    path,
    content,
    memory_version_id: world.id('memver_'),
  });
  addVersion(place, next, 'modified');
  return world.store.of(memories, storeId).put(memory.id, next);
}

/** Deletes a memory and records a `deleted` version. */
export function removeMemory(place: MemoryPlace, memory: StoredMemory): void {
  const { world, storeId } = place;
  const gone = { ...memory, memory_version_id: world.id('memver_') };
  addVersion(place, gone, 'deleted');
  world.store.of(memories, storeId).delete(memory.id);
}

function digest(content: string): { content_sha256: string; content_size_bytes: number } {
  return {
    content_sha256: digestOf('sha256', [content], 'hex'),
    content_size_bytes: Buffer.byteLength(content),
  };
}

function addVersion(
  { world, storeId, actor }: MemoryPlace,
  memory: StoredMemory,
  operation: 'created' | 'modified' | 'deleted',
): void {
  const isGone = operation === 'deleted';
  const version: MemoryVersion = {
    id: memory.memory_version_id,
    created_at: world.clock.iso(),
    memory_id: memory.id,
    memory_store_id: storeId,
    operation,
    type: 'memory_version',
    content: isGone ? null : memory.content,
    content_sha256: isGone ? null : memory.content_sha256,
    content_size_bytes: isGone ? null : memory.content_size_bytes,
    created_by: actor,
    path: memory.path,
    redacted_at: null,
  };
  world.store.of(memoryVersions, storeId).put(version.id, version);
}

/** A path conflicts with a memory at the path itself, above it or below it. */
function requireFreePath({ world, storeId }: MemoryPlace, path: string, except?: string): void {
  const other = world.store
    .of(memories, storeId)
    .entries()
    .find(
      ({ record }) =>
        record.id !== except &&
        (record.path === path || record.path.startsWith(`${path}/`) || path.startsWith(`${record.path}/`)),
    )?.record;
  if (other === undefined) return;
  throw new Refusal({
    status: 409,
    type: 'memory_path_conflict_error',
    rule: 'GEN-005',
    message: 'The path conflicts with the path of another memory.',
    details: { conflicting_memory_id: other.id, conflicting_path: other.path },
    headers: { 'x-should-retry': 'false' },
  });
}
