/** Schemas of environments. */
import * as z from 'zod';
import { characters, timestamp } from '../kit/limits.schema.js';
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type Schema,
  type SchemasFor,
  union,
} from '../kit/schema.js';
import type * as types from './environments.js';
import type { environmentOperations } from './operations.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';

const strings = z.array(z.string());
const someStrings = strings.nullish();
const flag = z.boolean().nullish();
const name = characters({ min: 1, max: 255 });
const scope: Schema<OpenEnum<types.EnvironmentScope>> = knownEnum<OpenEnum<types.EnvironmentScope>>()([
  'organization',
  'account',
]);

const cloud: ObjectSchema<types.CloudConfig> = openObject<types.CloudConfig>()({
  type: z.literal('cloud'),
  networking: openUnion<types.CloudConfig['networking']>()('type', {
    unrestricted: openObject<types.UnrestrictedNetwork>()({ type: z.literal('unrestricted') }),
    limited: openObject<types.LimitedNetwork>()({
      type: z.literal('limited'),
      allow_mcp_servers: z.boolean(),
      allow_package_managers: z.boolean(),
      allowed_hosts: strings,
    }),
  }),
  packages: openObject<types.EnvironmentPackages>()({
    apt: strings,
    cargo: strings,
    gem: strings,
    go: strings,
    npm: strings,
    pip: strings,
    type: z.literal('packages').optional(),
  }),
});

const cloudParams: ObjectSchema<types.CloudConfigParams> = object<types.CloudConfigParams>()({
  type: z.literal('cloud'),
  networking: union<types.UnrestrictedNetwork | types.LimitedNetworkParams | UnknownMember>()('type', {
    unrestricted: object<types.UnrestrictedNetwork>()({ type: z.literal('unrestricted') }),
    limited: object<types.LimitedNetworkParams>()({
      type: z.literal('limited'),
      allow_mcp_servers: flag,
      allow_package_managers: flag,
      allowed_hosts: someStrings,
    }),
  }).nullish(),
  packages: object<types.EnvironmentPackagesParams>()({
    apt: someStrings,
    cargo: someStrings,
    gem: someStrings,
    go: someStrings,
    npm: someStrings,
    pip: someStrings,
    type: z.literal('packages').optional(),
  }).nullish(),
});

const configParams = union<types.CloudConfigParams | types.SelfHostedConfig | UnknownMember>()('type', {
  cloud: cloudParams,
  self_hosted: object<types.SelfHostedConfig>()({ type: z.literal('self_hosted') }),
});

/** Schema of {@link types.Environment}. */
export const EnvironmentSchema: ObjectSchema<types.Environment> = openObject<types.Environment>()({
  id: z.string().startsWith('env_'),
  archived_at: timestamp.nullish(),
  config: openUnion<types.Environment['config']>()('type', {
    cloud,
    self_hosted: openObject<types.SelfHostedConfig>()({ type: z.literal('self_hosted') }),
  }),
  created_at: timestamp,
  description: z.string(),
  metadata: StoredMetadataSchema,
  name: z.string(),
  type: z.literal('environment'),
  updated_at: timestamp,
  scope: openEnum<types.EnvironmentScope>().optional(),
});

/** Schema of {@link types.EnvironmentCreateParams}. */
export const EnvironmentCreateParamsSchema: ObjectSchema<types.EnvironmentCreateParams> =
  object<types.EnvironmentCreateParams>()({
    name,
    config: configParams.nullish(),
    description: characters({ max: 2048 }).nullish(),
    metadata: MetadataSchema.optional(),
    scope: scope.nullish(),
  });

/** Schema of {@link types.EnvironmentUpdateParams}. */
export const EnvironmentUpdateParamsSchema: ObjectSchema<types.EnvironmentUpdateParams> =
  object<types.EnvironmentUpdateParams>()({
    config: configParams.nullish(),
    description: characters({ max: 2048 }).nullish(),
    metadata: MetadataPatchSchema.optional(),
    name: name.nullish(),
    scope: scope.nullish(),
  });

const listParams: ObjectSchema<types.EnvironmentListParams> = object<types.EnvironmentListParams>()({
  include_archived: z.boolean().optional(),
  limit: pageLimit(100).optional(),
  page: z.string().min(1).optional(),
});

/** Schemas of the operations on environments, by id. */
export const environmentSchemas: SchemasFor<typeof environmentOperations> = {
  'environments.create': { body: EnvironmentCreateParamsSchema, response: EnvironmentSchema },
  'environments.list': { query: listParams, response: cursorPage(EnvironmentSchema) },
  'environments.retrieve': { response: EnvironmentSchema },
  'environments.update': { body: EnvironmentUpdateParamsSchema, response: EnvironmentSchema },
  'environments.delete': {
    response: openObject<types.DeletedEnvironment>()({
      id: z.string(),
      type: z.literal('environment_deleted'),
    }),
  },
  'environments.archive': { response: EnvironmentSchema },
};
