/** Session resources: the repositories, files and memory stores attached to a session. */
import * as z from 'zod';
import { mark, type OperationContract, operationsOf, typed } from '../kit/contract.js';
import { characters, constrain, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  union,
} from '../kit/schema.js';
import { managedAgents } from './service.js';
import type * as types from './session-resources.js';

/**
 * Limits of a session and its events.
 *
 * @source managed-agents > Session
 */
export const sessionLimits = {
  /** Maximum number of attached files. */
  files: 999,
  /** Maximum number of attached memory stores. */
  memoryStores: 8,
  /** Maximum length of the instructions for a memory store, in characters. */
  instructionsCharacters: 4096,
  /** Maximum length of the criteria of an outcome as text, in characters. */
  rubricCharacters: 262_144,
  /** Maximum number of revision cycles of an outcome. The minimum is 1. */
  outcomeIterations: 20,
  /** Maximum number of events that start a session. Not in the documents; see 1.3.3. */
  initialEvents: 50,
  /** Maximum number of texts of a system message. The minimum is 1. Not in the documents; see 1.3.6. */
  systemMessageTexts: 1000,
} as const;

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Checks out the tip of a branch. */
export const BranchCheckout: ObjectSchema<types.BranchCheckout> = openObject({
  /** Name of the branch. */
  name: z.string(),
  type: z.literal('branch'),
});

/** Checks out a commit. */
export const CommitCheckout: ObjectSchema<types.CommitCheckout> = openObject({
  /** Full commit SHA. */
  sha: z.string(),
  type: z.literal('commit'),
});

const branch: ObjectSchema<types.BranchCheckout> = object({
  name: rule('SES-040', z.string().min(1)),
  type: z.literal('branch'),
});

const commit: ObjectSchema<types.CommitCheckout> = object({
  sha: rule({ missing: 'SES-040', type: 'SES-040', value: 'RES-024' }, z.string().regex(FULL_SHA)),
  type: z.literal('commit'),
});

/** Branch or commit to check out, in a request. */
export const CheckoutParams: Schema<types.CheckoutParams> = rule(
  'SES-040',
  union('type', [typed('BranchCheckout', branch), typed('CommitCheckout', commit)]),
);

const checkout = mark({ members: [CheckoutParams] }, openUnion('type', [BranchCheckout, CommitCheckout]));

/**
 * A file attached to a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export const FileResource: ObjectSchema<types.FileResource> = openObject({
  /** Identifier, `sesrsc_...`. */
  id: z.string().startsWith('sesrsc_'),
  /** Attachment time (RFC 3339). */
  created_at: timestamp,
  /** Identifier of the uploaded file. */
  file_id: z.string(),
  /** Path in the session's container. */
  mount_path: z.string(),
  type: z.literal('file'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/**
 * A repository attached to a session. Its authorization token is never returned.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export const RepositoryResource: ObjectSchema<types.RepositoryResource> = openObject({
  /** Identifier, `sesrsc_...`. */
  id: z.string().startsWith('sesrsc_'),
  /** Attachment time (RFC 3339). */
  created_at: timestamp,
  /** Directory in the session's container. */
  mount_path: z.string(),
  type: z.literal('githost_repository'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** URL of the repository. */
  url: z.string(),
  /** Branch or commit that is checked out; null or absent for the default branch. */
  checkout: checkout.nullish(),
});

/** Access of a session to a memory store. */
export const MemoryAccess: Schema<types.MemoryAccess> = z.enum(['read_write', 'read_only']);

/**
 * A memory store attached to a session.
 *
 * @source managed-agents > Session resource (union by `type`)
 */
export const MemoryStoreResource: ObjectSchema<types.MemoryStoreResource> = openObject({
  /** Identifier of the store, `memstore_...`. */
  memory_store_id: z.string().startsWith('memstore_'),
  type: z.literal('memory_store'),
  /** Access of the session to the store. */
  access: openEnum(MemoryAccess).nullish(),
  /** Description of the store at the time of attachment; an empty string when unset. */
  description: z.string().optional(),
  /** Instructions for the agent, added to its system prompt. */
  instructions: z.string().nullish(),
  /** Directory in the session's container, under `/mnt/memory/`. */
  mount_path: z.string().nullish(),
  /** Name of the store at the time of attachment. */
  name: z.string().nullish(),
});

/** A resource attached to a session. */
export const SessionResource: Schema<types.SessionResource> = openUnion('type', [
  RepositoryResource,
  FileResource,
  MemoryStoreResource,
]);

const mountPath: Schema<string> = constrain(z.string(), (path, report) => {
  if (!path.startsWith('/') || path.includes('\0') || path.split('/').includes('..'))
    report('GEN-005', 'must be an absolute path without ..');
});

/** A file to attach. */
export const FileResourceParams: ObjectSchema<types.FileResourceParams> = object({
  /** Identifier of an uploaded file. */
  file_id: rule('SES-043', z.string().min(1)),
  type: rule('SES-035', z.literal('file')),
  /** Path in the container. Defaults to `/mnt/session/uploads/` followed by the identifier of the file. */
  mount_path: mountPath.nullish(),
});

/** Body of {@link addSessionResource}. */
export const AddSessionResourceBody: ObjectSchema<types.FileResourceParams> = typed(
  'FileResourceParams',
  object({
    ...FileResourceParams.shape,
    file_id: rule('RES-010', z.string().min(1)),
    type: rule('RES-011', z.literal('file')),
  }),
);

const repositoryUrl: Schema<string> = constrain(z.url(), (url, report) => {
  if (!/[^/:]\/[^/]/.test(url)) report('SES-039', 'must name a repository');
});

/** A memory store to attach. */
export const MemoryStoreResourceParams: ObjectSchema<types.MemoryStoreResourceParams> = object({
  /** Identifier of a store of your organization and workspace. It must not be archived. */
  memory_store_id: rule('SES-045', z.string().min(1)),
  type: z.literal('memory_store'),
  /** Access of the session to the store. Default `read_write`. */
  access: rule('SES-046', MemoryAccess).nullish(),
  /** Instructions for the agent, at most 4,096 characters. */
  instructions: rule('SES-047', characters({ max: sessionLimits.instructionsCharacters })).nullish(),
});

/** A repository to attach. */
export const RepositoryResourceParams: ObjectSchema<types.RepositoryResourceParams> = object({
  /** Token to clone the repository; write-only. */
  authorization_token: rule('SES-038', z.string().min(1)),
  type: z.literal('githost_repository'),
  /** URL of the repository. */
  url: rule('SES-039', repositoryUrl),
  /** Branch or commit to check out. Defaults to the default branch. */
  checkout: CheckoutParams.nullish(),
  /** Directory in the container. Defaults to `/workspace/` followed by the name of the repository. */
  mount_path: mountPath.nullish(),
});

/** A resource to attach to a new session. */
export const SessionResourceParams: Schema<types.SessionResourceParams> = rule(
  'SES-035',
  union('type', [
    RepositoryResourceParams,
    FileResourceParams,
    rule({ unknown: 'RES-008' }, MemoryStoreResourceParams),
  ]),
);

/** Query of {@link listSessionResources}. */
export const SessionResourceListParams: ObjectSchema<types.SessionResourceListParams> = object({
  /** Resources per page, 1 to 1,000. Default: all. */
  limit: rule('RES-014', pageLimit(1000)).optional(),
  /** Opaque cursor from `next_page`. */
  page: rule('RES-016', z.string().min(1)).optional(),
});

/** Body of {@link updateSessionResource}. */
export const SessionResourceUpdateParams: ObjectSchema<types.SessionResourceUpdateParams> = object({
  /** New token of a repository; write-only. Not valid for other resources. */
  authorization_token: rule('RES-019', z.string().min(1)),
});

/**
 * Response of {@link deleteSessionResource}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.7
 */
export const DeletedSessionResource: ObjectSchema<types.DeletedSessionResource> = openObject({
  /** Identifier of the detached resource. */
  id: z.string(),
  type: z.literal('session_resource_deleted'),
});

/** Attaches and manages the resources of a session: files, repositories and memory stores. */
const operation = operationsOf({
  client: 'SessionResources',
  ...managedAgents,
  source: 'managed-agents > Session resources',
});

/** Attaches a file to a session. */
export const addSessionResource: OperationContract = operation({
  id: 'sessions.resources.add',
  route: 'POST /v1/sessions/{session_id}/resources',
  replay: 'create',
  schemas: { body: AddSessionResourceBody, response: FileResource },
});

/** Lists the resources of a session in the order in which they were attached. */
export const listSessionResources: OperationContract = operation({
  id: 'sessions.resources.list',
  route: 'GET /v1/sessions/{session_id}/resources',
  paging: 'cursor',
  schemas: { query: SessionResourceListParams, response: cursorPage(SessionResource) },
});

/** Retrieves a resource of a session. */
export const retrieveSessionResource: OperationContract = operation({
  id: 'sessions.resources.retrieve',
  route: 'GET /v1/sessions/{session_id}/resources/{resource_id}',
  schemas: { response: SessionResource },
});

/** Replaces the access token of a repository. */
export const updateSessionResource: OperationContract = operation({
  id: 'sessions.resources.update',
  route: 'POST /v1/sessions/{session_id}/resources/{resource_id}',
  replay: 'idempotent',
  secrets: ['authorization_token'],
  schemas: { body: SessionResourceUpdateParams, response: SessionResource },
});

/**
 * Detaches a resource from a session.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.7
 */
export const deleteSessionResource: OperationContract = operation({
  id: 'sessions.resources.delete',
  route: 'DELETE /v1/sessions/{session_id}/resources/{resource_id}',
  assumed: ['response'],
  schemas: { response: DeletedSessionResource },
});
