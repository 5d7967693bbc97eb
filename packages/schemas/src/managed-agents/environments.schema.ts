/** Schemas of environments. */
import { s } from '../kit/schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  openEnum,
  openObject,
  openUnion,
  union,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type {
  CloudConfig,
  CloudConfigParams,
  DeletedEnvironment,
  Environment,
  EnvironmentCreateParams,
  EnvironmentListParams,
  environmentOperations,
  EnvironmentPackages,
  EnvironmentPackagesParams,
  EnvironmentScope,
  EnvironmentUpdateParams,
  LimitedNetwork,
  LimitedNetworkParams,
  SelfHostedConfig,
  UnrestrictedNetwork,
} from './environments.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';

const strings = s.array(s.string());
const someStrings = strings.nullable().optional();
const flag = s.boolean().nullable().optional();
const name = characters({ min: 1, max: 255 });
const scope: Schema<EnvironmentScope> = s.enum(['organization', 'account']);

const cloud: Schema<CloudConfig> = openObject<CloudConfig>()({
  type: s.literal('cloud'),
  networking: openUnion<CloudConfig['networking']>()('type', {
    unrestricted: openObject<UnrestrictedNetwork>()({ type: s.literal('unrestricted') }),
    limited: openObject<LimitedNetwork>()({
      type: s.literal('limited'),
      allow_mcp_servers: s.boolean(),
      allow_package_managers: s.boolean(),
      allowed_hosts: strings,
    }),
  }),
  packages: openObject<EnvironmentPackages>()({
    apt: strings,
    cargo: strings,
    gem: strings,
    go: strings,
    npm: strings,
    pip: strings,
    type: s.literal('packages').optional(),
  }),
});

const cloudParams: Schema<CloudConfigParams> = object<CloudConfigParams>()({
  type: s.literal('cloud'),
  networking: union<UnrestrictedNetwork | LimitedNetworkParams>()('type', {
    unrestricted: object<UnrestrictedNetwork>()({ type: s.literal('unrestricted') }),
    limited: object<LimitedNetworkParams>()({
      type: s.literal('limited'),
      allow_mcp_servers: flag,
      allow_package_managers: flag,
      allowed_hosts: someStrings,
    }),
  })
    .nullable()
    .optional(),
  packages: object<EnvironmentPackagesParams>()({
    apt: someStrings,
    cargo: someStrings,
    gem: someStrings,
    go: someStrings,
    npm: someStrings,
    pip: someStrings,
    type: s.literal('packages').optional(),
  })
    .nullable()
    .optional(),
});

const configParams = union<CloudConfigParams | SelfHostedConfig>()('type', {
  cloud: cloudParams,
  self_hosted: object<SelfHostedConfig>()({ type: s.literal('self_hosted') }),
});

/** Schema of {@link Environment}. */
export const EnvironmentSchema: Schema<Environment> = openObject<Environment>()({
  id: s.string().startsWith('env_'),
  archived_at: timestamp.nullable(),
  config: openUnion<Environment['config']>()('type', {
    cloud,
    self_hosted: openObject<SelfHostedConfig>()({ type: s.literal('self_hosted') }),
  }),
  created_at: timestamp,
  description: s.string(),
  metadata: StoredMetadataSchema,
  name: s.string(),
  type: s.literal('environment'),
  updated_at: timestamp,
  scope: openEnum<EnvironmentScope>().optional(),
});

/** Schema of {@link EnvironmentCreateParams}. */
export const EnvironmentCreateParamsSchema: Schema<EnvironmentCreateParams> =
  object<EnvironmentCreateParams>()({
    name,
    config: configParams.nullable().optional(),
    description: characters({ max: 2048 }).nullable().optional(),
    metadata: MetadataSchema.optional(),
    scope: scope.nullable().optional(),
  });

/** Schema of {@link EnvironmentUpdateParams}. */
export const EnvironmentUpdateParamsSchema: Schema<EnvironmentUpdateParams> =
  object<EnvironmentUpdateParams>()({
    config: configParams.nullable().optional(),
    description: characters({ max: 2048 }).nullable().optional(),
    metadata: MetadataPatchSchema.optional(),
    name: name.nullable().optional(),
    scope: scope.nullable().optional(),
  });

const listParams: Schema<EnvironmentListParams> = object<EnvironmentListParams>()({
  include_archived: s.boolean().optional(),
  limit: pageLimit(100).optional(),
  page: s.string().min(1).optional(),
});

/** Schemas of the operations on environments, by id. */
export const environmentSchemas: SchemasFor<typeof environmentOperations> = {
  'environments.create': { body: EnvironmentCreateParamsSchema, response: EnvironmentSchema },
  'environments.list': { query: listParams, response: cursorPage(EnvironmentSchema) },
  'environments.retrieve': { response: EnvironmentSchema },
  'environments.update': { body: EnvironmentUpdateParamsSchema, response: EnvironmentSchema },
  'environments.delete': {
    response: openObject<DeletedEnvironment>()({ id: s.string(), type: s.literal('environment_deleted') }),
  },
  'environments.archive': { response: EnvironmentSchema },
};
