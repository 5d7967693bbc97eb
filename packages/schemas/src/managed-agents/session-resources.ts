/** Session resources: the repositories, files and memory stores attached to a session. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';

/** The tip of a branch. */
export interface BranchCheckout {
  /** Name of the branch. */
  name: string;
  /** Always `branch`. */
  type: 'branch';
}

/** One commit. */
export interface CommitCheckout {
  /** Full commit SHA. */
  sha: string;
  /** Always `commit`. */
  type: 'commit';
}

/** What of a repository is checked out, as it is given. */
export type CheckoutParams = BranchCheckout | CommitCheckout;

/**
 * A repository in a session. Its authorization token is never part of the record.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface RepositoryResource {
  /** Identifier, `sesrsc_...`. */
  id: string;
  /** RFC 3339 time of attachment. */
  created_at: string;
  /** Directory in the session's container. */
  mount_path: string;
  /** Always `githost_repository`. */
  type: 'githost_repository';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** URL of the repository. */
  url: string;
  /** What is checked out; null or absent is the default branch. */
  checkout?: CheckoutParams | UnknownMember | null | undefined;
}

/**
 * A file in a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface FileResource {
  /** Identifier, `sesrsc_...`. */
  id: string;
  /** RFC 3339 time of attachment. */
  created_at: string;
  /** The uploaded file. */
  file_id: string;
  /** Path in the session's container. */
  mount_path: string;
  /** Always `file`. */
  type: 'file';
  /** RFC 3339 time of the last change. */
  updated_at: string;
}

/** What a session may do with a memory store. */
export type MemoryAccess = 'read_write' | 'read_only';

/**
 * A memory store in a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface MemoryStoreResource {
  /** The store, `memstore_...`. */
  memory_store_id: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** What the session may do with it. */
  access?: OpenEnum<MemoryAccess> | null | undefined;
  /** The store's description when it was attached; the empty string when it had none. */
  description?: string | undefined;
  /** Guidance for the agent, part of its system prompt. */
  instructions?: string | null | undefined;
  /** Directory in the session's container, under `/mnt/memory/`. */
  mount_path?: string | null | undefined;
  /** The store's name when it was attached. */
  name?: string | null | undefined;
}

/** Something attached to a session. */
export type SessionResource = RepositoryResource | FileResource | MemoryStoreResource | UnknownMember;

/** A repository to attach. */
export interface RepositoryResourceParams {
  /** Token that clones the repository; write-only. */
  authorization_token: string;
  /** Always `githost_repository`. */
  type: 'githost_repository';
  /** URL of the repository. */
  url: string;
  /** What to check out. Default the default branch. */
  checkout?: CheckoutParams | null | undefined;
  /** Directory in the container. Default `/workspace/` and the repository's name. */
  mount_path?: string | null | undefined;
}

/** A file to attach. */
export interface FileResourceParams {
  /** A file uploaded before. */
  file_id: string;
  /** Always `file`. */
  type: 'file';
  /** Path in the container. Default `/mnt/session/uploads/` and the file's identifier. */
  mount_path?: string | null | undefined;
}

/** A memory store to attach. */
export interface MemoryStoreResourceParams {
  /** A store of the caller's organization and workspace that is not archived. */
  memory_store_id: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** What the session may do with it. Default `read_write`. */
  access?: MemoryAccess | null | undefined;
  /** Guidance for the agent, at most 4,096 characters. */
  instructions?: string | null | undefined;
}

/** Something to attach to a new session. */
export type SessionResourceParams = RepositoryResourceParams | FileResourceParams | MemoryStoreResourceParams;

/** Body of {@link updateSessionResource}. */
export interface SessionResourceUpdateParams {
  /** New token of a repository; write-only. Other resources have none. */
  authorization_token: string;
}

/** Query of {@link listSessionResources}. */
export interface SessionResourceListParams {
  /** Resources per page, 1 to 1,000. Default all. */
  limit?: number | undefined;
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
}

/**
 * Answer to deleting a session resource.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.7
 */
export interface DeletedSessionResource {
  /** Identifier of the resource that is gone. */
  id: string;
  /** Always `session_resource_deleted`. */
  type: 'session_resource_deleted';
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Session resources';

/** Attaches a file to a session. */
export const addSessionResource: Operation<{
  params: 'session_id';
  body: FileResourceParams;
  response: FileResource;
}> = {
  id: 'sessions.resources.add',
  method: 'POST',
  path: '/v1/sessions/{session_id}/resources',
  auth: 'api-key',
  beta,
  replay: 'create',
  source,
};

/** Lists the resources of a session by time of attachment. */
export const listSessionResources: Operation<{
  params: 'session_id';
  query: SessionResourceListParams;
  response: CursorPage<SessionResource>;
}> = {
  id: 'sessions.resources.list',
  method: 'GET',
  path: '/v1/sessions/{session_id}/resources',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
};

/** Retrieves a session resource. */
export const retrieveSessionResource: Operation<{
  params: 'session_id' | 'resource_id';
  response: SessionResource;
}> = {
  id: 'sessions.resources.retrieve',
  method: 'GET',
  path: '/v1/sessions/{session_id}/resources/{resource_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
};

/** Replaces the token of a repository. */
export const updateSessionResource: Operation<{
  params: 'session_id' | 'resource_id';
  body: SessionResourceUpdateParams;
  response: SessionResource;
}> = {
  id: 'sessions.resources.update',
  method: 'POST',
  path: '/v1/sessions/{session_id}/resources/{resource_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  secrets: ['authorization_token'],
  source,
};

/**
 * Detaches a resource from a session.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.7
 */
export const deleteSessionResource: Operation<{
  params: 'session_id' | 'resource_id';
  response: DeletedSessionResource;
}> = {
  id: 'sessions.resources.delete',
  method: 'DELETE',
  path: '/v1/sessions/{session_id}/resources/{resource_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['response'],
};

/** Operations on session resources, by id. */
export const sessionResourceOperations: {
  readonly 'sessions.resources.add': typeof addSessionResource;
  readonly 'sessions.resources.list': typeof listSessionResources;
  readonly 'sessions.resources.retrieve': typeof retrieveSessionResource;
  readonly 'sessions.resources.update': typeof updateSessionResource;
  readonly 'sessions.resources.delete': typeof deleteSessionResource;
} = {
  'sessions.resources.add': addSessionResource,
  'sessions.resources.list': listSessionResources,
  'sessions.resources.retrieve': retrieveSessionResource,
  'sessions.resources.update': updateSessionResource,
  'sessions.resources.delete': deleteSessionResource,
};
