/** Session resources: the repositories, files and memory stores attached to a session. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage } from '../kit/paging.js';

/** Checks out the tip of a branch. */
export interface BranchCheckout {
  /** Name of the branch. */
  name: string;
  /** Always `branch`. */
  type: 'branch';
}

/** Checks out a commit. */
export interface CommitCheckout {
  /** Full commit SHA. */
  sha: string;
  /** Always `commit`. */
  type: 'commit';
}

/** Branch or commit to check out, in a request. */
export type CheckoutParams = BranchCheckout | CommitCheckout;

/**
 * A repository attached to a session. Its authorization token is never returned.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface RepositoryResource {
  /** Identifier, `sesrsc_...`. */
  id: string;
  /** Attachment time (RFC 3339). */
  created_at: string;
  /** Directory in the session's container. */
  mount_path: string;
  /** Always `githost_repository`. */
  type: 'githost_repository';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** URL of the repository. */
  url: string;
  /** Branch or commit that is checked out; null or absent for the default branch. */
  checkout?: CheckoutParams | UnknownMember | null | undefined;
}

/**
 * A file attached to a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface FileResource {
  /** Identifier, `sesrsc_...`. */
  id: string;
  /** Attachment time (RFC 3339). */
  created_at: string;
  /** Identifier of the uploaded file. */
  file_id: string;
  /** Path in the session's container. */
  mount_path: string;
  /** Always `file`. */
  type: 'file';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
}

/** Access of a session to a memory store. */
export type MemoryAccess = 'read_write' | 'read_only';

/**
 * A memory store attached to a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export interface MemoryStoreResource {
  /** Identifier of the store, `memstore_...`. */
  memory_store_id: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** Access of the session to the store. */
  access?: OpenEnum<MemoryAccess> | null | undefined;
  /** Description of the store at the time of attachment; an empty string when unset. */
  description?: string | undefined;
  /** Instructions for the agent, added to its system prompt. */
  instructions?: string | null | undefined;
  /** Directory in the session's container, under `/mnt/memory/`. */
  mount_path?: string | null | undefined;
  /** Name of the store at the time of attachment. */
  name?: string | null | undefined;
}

/** A resource attached to a session. */
export type SessionResource = RepositoryResource | FileResource | MemoryStoreResource | UnknownMember;

/** A repository to attach. */
export interface RepositoryResourceParams {
  /** Token to clone the repository; write-only. */
  authorization_token: string;
  /** Always `githost_repository`. */
  type: 'githost_repository';
  /** URL of the repository. */
  url: string;
  /** Branch or commit to check out. Defaults to the default branch. */
  checkout?: CheckoutParams | null | undefined;
  /** Directory in the container. Defaults to `/workspace/` followed by the name of the repository. */
  mount_path?: string | null | undefined;
}

/** A file to attach. */
export interface FileResourceParams {
  /** Identifier of an uploaded file. */
  file_id: string;
  /** Always `file`. */
  type: 'file';
  /** Path in the container. Defaults to `/mnt/session/uploads/` followed by the identifier of the file. */
  mount_path?: string | null | undefined;
}

/** A memory store to attach. */
export interface MemoryStoreResourceParams {
  /** Identifier of a store of your organization and workspace. It must not be archived. */
  memory_store_id: string;
  /** Always `memory_store`. */
  type: 'memory_store';
  /** Access of the session to the store. Default `read_write`. */
  access?: MemoryAccess | null | undefined;
  /** Instructions for the agent, at most 4,096 characters. */
  instructions?: string | null | undefined;
}

/** A resource to attach to a new session. */
export type SessionResourceParams = RepositoryResourceParams | FileResourceParams | MemoryStoreResourceParams;

/** Body of {@link updateSessionResource}. */
export interface SessionResourceUpdateParams {
  /** New token of a repository; write-only. Not valid for other resources. */
  authorization_token: string;
}

/** Query of {@link listSessionResources}. */
export interface SessionResourceListParams {
  /** Resources per page, 1 to 1,000. Default: all. */
  limit?: number | undefined;
  /** Opaque cursor from `next_page`. */
  page?: string | undefined;
}

/**
 * Response of {@link deleteSessionResource}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.7
 */
export interface DeletedSessionResource {
  /** Identifier of the detached resource. */
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

/** Lists the resources of a session in the order of attachment. */
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

/** Replaces the authorization token of a repository. */
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
