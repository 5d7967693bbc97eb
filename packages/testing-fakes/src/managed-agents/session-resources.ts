/**
 * Handlers for session resources, and creation of the resources of a new session.
 *
 * Rules: GEN-019, MEM-005, MEM-029, MEM-031, RES-001, RES-002, RES-003, RES-004, RES-005, RES-006, RES-007,
 * RES-009, RES-012, RES-013, RES-021, RES-022, RES-023, SES-041, SES-042, SES-044, SES-049.
 */
import type {
  FileResource,
  FileResourceParams,
  MemoryStoreResourceParams,
  RepositoryResourceParams,
  SessionResource,
  sessionResourceOperations,
  SessionResourceParams,
} from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { badRequest, conflict, inContract, notFound } from '../engine/refusal.js';
import { find, touch } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';
import { memoryStores, sessionResources } from './collections.js';
import { files } from '../workspace/files.js';
import { findSession } from './find-session.js';
import type { StoredResource } from './run/session.js';

const BAD_FIELD = 'GEN-005';
const MAX_FILES = 999;
const named = { what: 'session resource', rule: 'RES-018' };

/** Handlers for the session resource operations. */
export const sessionResourceHandlers: HandlersFor<typeof sessionResourceOperations> = {
  'sessions.resources.add': (call) => {
    const { world, params, body } = call;
    openSession(call, params.session_id);
    const records = world.store.of(sessionResources, params.session_id);
    const attached = records.entries().filter(({ record }) => record.resource.type === 'file');
    if (attached.length >= MAX_FILES)
      throw badRequest(BAD_FIELD, '', `A session can have at most ${MAX_FILES} file resources.`);
    return attach(world, params.session_id, fileResource(world, body)) as FileResource;
  },
  'sessions.resources.list': (call) => {
    findSession(call.world, call.params.session_id);
    return cursorPage(call, {
      from: call.world.store.of(sessionResources, call.params.session_id),
      order: 'asc',
      show: ({ resource }) => resource,
      defaultLimit: Number.POSITIVE_INFINITY,
    });
  },
  'sessions.resources.retrieve': ({ world, params }) => {
    findSession(world, params.session_id);
    return find(world.store.of(sessionResources, params.session_id), params.resource_id, named).resource;
  },
  'sessions.resources.update': (call) => {
    const { world, params } = call;
    openSession(call, params.session_id);
    const records = world.store.of(sessionResources, params.session_id);
    const stored = find(records, params.resource_id, named);
    if (stored.resource.type !== 'githost_repository')
      throw badRequest('RES-020', '', [
        'Only the token of a ',
        inContract('githost_repository'),
        ' resource can be updated.',
      ]);
    // The token is not stored because the emulator never uses it.
    const resource = touch(world.clock, stored.resource);
    return records.put(params.resource_id, { ...stored, resource }).resource;
  },
  'sessions.resources.delete': (call) => {
    const { world, params } = call;
    openSession(call, params.session_id);
    const records = world.store.of(sessionResources, params.session_id);
    find(records, params.resource_id, named);
    records.delete(params.resource_id);
    return { id: params.resource_id, type: 'session_resource_deleted' };
  },
};

/**
 * Creates the resources of a new session without storing them.
 *
 * @param world - World that contains the referenced files and memory stores.
 * @param params - Resources as sent in the request.
 * @throws {Refusal} 404 for an unknown file or store, 400 for a store that is archived or attached twice.
 */
export function makeResources(world: World, params: readonly SessionResourceParams[]): SessionResource[] {
  const made: SessionResource[] = [];
  for (const [index, resource] of params.entries()) {
    const path = `resources.${index}`;
    if (resource.type === 'githost_repository') made.push(repositoryResource(world, resource));
    else if (resource.type === 'file') made.push(fileResource(world, resource));
    else made.push(storeResource(world, resource, { path, others: made }));
  }
  return made;
}

/** Stores a resource as part of a session. */
export function attach(world: World, sessionId: string, resource: SessionResource): SessionResource {
  const id = resource.type === 'memory_store' ? resource.memory_store_id : (resource as FileResource).id;
  const stored: StoredResource = { resource, attachedAt: world.clock.iso() };
  return world.store.of(sessionResources, sessionId).put(id, stored).resource;
}

function fileResource(world: World, params: FileResourceParams): FileResource {
  if (world.store.of(files).get(params.file_id) === undefined)
    throw notFound('file', params.file_id, 'SES-043');
  const now = world.clock.iso();
  return {
    id: world.id('sesrsc_'),
    created_at: now,
    file_id: params.file_id,
    mount_path: params.mount_path ?? `/mnt/session/uploads/${params.file_id}`,
    type: 'file',
    updated_at: now,
  };
}

function repositoryResource(world: World, params: RepositoryResourceParams): SessionResource {
  const now = world.clock.iso();
  const name =
    params.url
      .replace(/[/]+$/, '')
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  return {
    id: world.id('sesrsc_'),
    created_at: now,
    mount_path: params.mount_path ?? `/workspace/${name}`,
    type: 'githost_repository',
    updated_at: now,
    url: params.url,
    checkout: params.checkout ?? null,
  };
}

function storeResource(
  world: World,
  params: MemoryStoreResourceParams,
  { path, others }: { readonly path: string; readonly others: readonly SessionResource[] },
): SessionResource {
  const store = world.store.of(memoryStores).get(params.memory_store_id);
  if (store === undefined)
    throw notFound('memory store', `${params.memory_store_id} (${path}.memory_store_id)`, 'SES-059');
  if (store.archived_at !== null)
    throw badRequest('SES-059', `${path}.memory_store_id`, 'must not reference an archived memory store');
  const mounted = others.filter((other) => other.type === 'memory_store');
  if (mounted.some((other) => other.memory_store_id === store.id))
    throw badRequest(
      BAD_FIELD,
      `${path}.memory_store_id`,
      'must not reference a memory store that is already attached',
    );
  return {
    memory_store_id: store.id,
    type: 'memory_store',
    access: params.access ?? 'read_write',
    description: store.description,
    instructions: params.instructions ?? null,
    mount_path: freeDirectory(`/mnt/memory/${slugOf(store.name)}`, mounted),
    name: store.name,
  };
}

/** Store names are not unique but directories must be, so further directories get a number. */
function freeDirectory(slug: string, mounted: readonly { readonly mount_path?: unknown }[]): string {
  const taken = new Set(mounted.map((other) => other.mount_path));
  let directory = slug;
  for (let number = 2; taken.has(directory); number++) directory = `${slug}-${number}`;
  return directory;
}

/** Returns the directory name of a memory store: lowercase, with runs of other characters replaced by a hyphen. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

/** @throws {Refusal} 404 for an unknown session, 409 for an archived one. */
function openSession({ world }: AnyCall, sessionId: string): void {
  const session = findSession(world, sessionId);
  if (session.archived_at != null)
    throw conflict('GEN-018', 'The session is archived; its resources cannot be changed.');
}
