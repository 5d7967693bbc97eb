/** Schemas of session resources. */
import * as z from 'zod';
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
  type SchemasFor,
  union,
} from '../kit/schema.js';
import { sessionLimits } from './limits.js';
import type * as types from './session-resources.js';
import type { sessionResourceOperations } from './operations.js';

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const checkout = openUnion<types.CheckoutParams | Extract<types.RepositoryResource['checkout'], object>>()(
  'type',
  {
    branch: openObject<types.BranchCheckout>()({ name: z.string(), type: z.literal('branch') }),
    commit: openObject<types.CommitCheckout>()({ sha: z.string(), type: z.literal('commit') }),
  },
);

const checkoutParams: Schema<types.CheckoutParams> = rule(
  'SES-040',
  union<types.CheckoutParams>()('type', {
    branch: object<types.BranchCheckout>()({
      name: rule('SES-040', z.string().min(1)),
      type: z.literal('branch'),
    }),
    commit: object<types.CommitCheckout>()({
      sha: rule({ missing: 'SES-040', type: 'SES-040', value: 'RES-024' }, z.string().regex(FULL_SHA)),
      type: z.literal('commit'),
    }),
  }),
);

/** Schema of {@link types.FileResource}. */
export const FileResourceSchema: ObjectSchema<types.FileResource> = openObject<types.FileResource>()({
  id: z.string().startsWith('sesrsc_'),
  created_at: timestamp,
  file_id: z.string(),
  mount_path: z.string(),
  type: z.literal('file'),
  updated_at: timestamp,
});

/** Schema of {@link types.SessionResource}. */
export const SessionResourceSchema: Schema<types.SessionResource> = openUnion<types.SessionResource>()(
  'type',
  {
    githost_repository: openObject<types.RepositoryResource>()({
      id: z.string().startsWith('sesrsc_'),
      created_at: timestamp,
      mount_path: z.string(),
      type: z.literal('githost_repository'),
      updated_at: timestamp,
      url: z.string(),
      checkout: checkout.nullish(),
    }),
    file: FileResourceSchema,
    memory_store: openObject<types.MemoryStoreResource>()({
      memory_store_id: z.string().startsWith('memstore_'),
      type: z.literal('memory_store'),
      access: openEnum<types.MemoryAccess>().nullish(),
      description: z.string().optional(),
      instructions: z.string().nullish(),
      mount_path: z.string().nullish(),
      name: z.string().nullish(),
    }),
  },
);

const mountPath: Schema<string> = constrain(z.string(), (path, report) => {
  if (!path.startsWith('/') || path.includes('\0') || path.split('/').includes('..'))
    report('GEN-005', 'must be an absolute path without ..');
});

const fileParams = (fileId: string, type: string): ObjectSchema<types.FileResourceParams> =>
  object<types.FileResourceParams>()({
    file_id: rule(fileId, z.string().min(1)),
    type: rule(type, z.literal('file')),
    mount_path: mountPath.nullish(),
  });

const repositoryUrl: Schema<string> = constrain(z.url(), (url, report) => {
  if (!/[^/:]\/[^/]/.test(url)) report('SES-039', 'must name a repository');
});

/** A request cannot set the mount path of a memory store, which is derived from the store's name. */
const memoryStore: ObjectSchema<types.MemoryStoreResourceParams> = object<types.MemoryStoreResourceParams>()({
  memory_store_id: rule('SES-045', z.string().min(1)),
  type: z.literal('memory_store'),
  access: rule('SES-046', z.enum(['read_write', 'read_only'])).nullish(),
  instructions: rule('SES-047', characters({ max: sessionLimits.instructionsCharacters })).nullish(),
});

/** Schema of {@link types.SessionResourceParams}. */
export const SessionResourceParamsSchema: Schema<types.SessionResourceParams> = rule(
  'SES-035',
  union<types.SessionResourceParams>()('type', {
    githost_repository: object<types.RepositoryResourceParams>()({
      authorization_token: rule('SES-038', z.string().min(1)),
      type: z.literal('githost_repository'),
      url: rule('SES-039', repositoryUrl),
      checkout: checkoutParams.nullish(),
      mount_path: mountPath.nullish(),
    }),
    file: fileParams('SES-043', 'SES-035'),
    memory_store: rule({ unknown: 'RES-008' }, memoryStore),
  }),
);

const listParams: ObjectSchema<types.SessionResourceListParams> = object<types.SessionResourceListParams>()({
  limit: rule('RES-014', pageLimit(1000)).optional(),
  page: rule('RES-016', z.string().min(1)).optional(),
});

/** Schemas of the operations on session resources, by id. */
export const sessionResourceSchemas: SchemasFor<typeof sessionResourceOperations> = {
  'sessions.resources.add': { body: fileParams('RES-010', 'RES-011'), response: FileResourceSchema },
  'sessions.resources.list': { query: listParams, response: cursorPage(SessionResourceSchema) },
  'sessions.resources.retrieve': { response: SessionResourceSchema },
  'sessions.resources.update': {
    body: object<types.SessionResourceUpdateParams>()({
      authorization_token: rule('RES-019', z.string().min(1)),
    }),
    response: SessionResourceSchema,
  },
  'sessions.resources.delete': {
    response: openObject<types.DeletedSessionResource>()({
      id: z.string(),
      type: z.literal('session_resource_deleted'),
    }),
  },
};
