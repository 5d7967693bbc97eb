/** Environments: container configurations that sessions run in. */
import { operationsOf, type OperationContract, typed, typedOpen } from '../kit/contract.js';
import * as z from 'zod';
import { closed } from '../kit/closed.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import type { OpenEnum } from '../kit/open.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  type Schema,
  union,
} from '../kit/schema.js';
import { managedAgents } from './service.js';
import type * as types from './environments.js';
import { MetadataPatch, Metadata, StoredMetadata } from './metadata.contract.js';

/** Scope in which an environment can be used. */
export const EnvironmentScope: Schema<types.EnvironmentScope> = z.enum(['organization', 'account']);

const strings = z.array(z.string());
const someStrings = strings.nullish();
const flag = z.boolean().nullish();
const name = characters({ min: 1, max: 255 });
const scope: Schema<OpenEnum<types.EnvironmentScope>> = knownEnum(EnvironmentScope);

/** Packages that are installed before a session starts, by package manager. */
export const EnvironmentPackages: ObjectSchema<types.EnvironmentPackages> = openObject({
  /** Debian packages. */
  apt: strings,
  /** Rust crates. */
  cargo: strings,
  /** Ruby gems. */
  gem: strings,
  /** Go modules. */
  go: strings,
  /** npm packages. */
  npm: strings,
  /** Python packages. */
  pip: strings,
  type: z.literal('packages').optional(),
});

/** Network access to listed hosts only. */
export const LimitedNetwork: ObjectSchema<types.LimitedNetwork> = openObject({
  type: z.literal('limited'),
  /** Whether the MCP servers of the agent are accessible. */
  allow_mcp_servers: z.boolean(),
  /** Whether package registries are accessible. */
  allow_package_managers: z.boolean(),
  /** Accessible hosts. */
  allowed_hosts: strings,
});

/** Unrestricted network access. */
export const UnrestrictedNetwork: ObjectSchema<types.UnrestrictedNetwork> = openObject({
  type: z.literal('unrestricted'),
});

/** Containers that run on the service. */
export const CloudConfig: ObjectSchema<types.CloudConfig> = openObject({
  type: z.literal('cloud'),
  /** Network access of the containers. */
  networking: openUnion('type', [UnrestrictedNetwork, LimitedNetwork]),
  /** Packages installed in the containers. */
  packages: EnvironmentPackages,
});

/** Packages to install, in a request. An omitted list is empty. */
export const EnvironmentPackagesParams: ObjectSchema<types.EnvironmentPackagesParams> = object({
  /** Debian packages. */
  apt: someStrings,
  /** Rust crates. */
  cargo: someStrings,
  /** Ruby gems. */
  gem: someStrings,
  /** Go modules. */
  go: someStrings,
  /** npm packages. */
  npm: someStrings,
  /** Python packages. */
  pip: someStrings,
  type: z.literal('packages').optional(),
});

/** Network access to listed hosts only, in a request. Omitted permissions are denied. */
export const LimitedNetworkParams: ObjectSchema<types.LimitedNetworkParams> = object({
  type: z.literal('limited'),
  /** Whether the MCP servers of the agent are accessible. Default false. */
  allow_mcp_servers: flag,
  /** Whether package registries are accessible. Default false. */
  allow_package_managers: flag,
  /** Accessible hosts. Default: none. */
  allowed_hosts: someStrings,
});

/** Containers that run on the service, in a request. */
export const CloudConfigParams: ObjectSchema<types.CloudConfigParams> = object({
  type: z.literal('cloud'),
  /** Network access of the containers. Default: unrestricted. */
  networking: typedOpen(union('type', [closed(UnrestrictedNetwork), LimitedNetworkParams])).nullish(),
  /** Packages to install in the containers. Default: none. */
  packages: EnvironmentPackagesParams.nullish(),
});

/** Containers that you run. */
export const SelfHostedConfig: ObjectSchema<types.SelfHostedConfig> = object({
  type: z.literal('self_hosted'),
});

const selfHosted: ObjectSchema<types.SelfHostedConfig> = openObject({ type: z.literal('self_hosted') });

const configParams = typedOpen(union('type', [CloudConfigParams, SelfHostedConfig]));

/**
 * A container configuration.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const Environment: ObjectSchema<types.Environment> = openObject({
  /** Identifier, `env_...`. */
  id: z.string().startsWith('env_'),
  /** Archive time (RFC 3339); null or absent while the environment is active. */
  archived_at: timestamp.nullish(),
  /** Type and settings of the containers. */
  config: openUnion('type', [CloudConfig, typed('SelfHostedConfig', selfHosted)]),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Description; an empty string when unset. */
  description: z.string(),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  /** Name, unique in the workspace. */
  name: z.string(),
  type: z.literal('environment'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
  /** Scope in which the environment can be used. */
  scope: openEnum(EnvironmentScope).optional(),
});

/** Body of {@link createEnvironment}. */
export const EnvironmentCreateParams: ObjectSchema<types.EnvironmentCreateParams> = object({
  /** Name, unique in the workspace. */
  name,
  /** Type and settings of the containers. Default: cloud, unrestricted network access, no packages. */
  config: configParams.nullish(),
  /** Description. Default: an empty string. */
  description: characters({ max: 2048 }).nullish(),
  /** Your own key-value pairs. Default: none. */
  metadata: Metadata.optional(),
  /** Scope in which the environment can be used. Default `organization`. */
  scope: scope.nullish(),
});

/** Body of {@link updateEnvironment}. Omitted and null fields keep their value. */
export const EnvironmentUpdateParams: ObjectSchema<types.EnvironmentUpdateParams> = object({
  /** New configuration, of the same type as the current one. */
  config: configParams.nullish(),
  /** New description; an empty string clears it. */
  description: characters({ max: 2048 }).nullish(),
  /** Key-value pairs to change. Null or an empty string deletes a key. */
  metadata: MetadataPatch.optional(),
  /** New name. */
  name: name.nullish(),
  /** New scope. */
  scope: scope.nullish(),
});

/** Query of {@link listEnvironments}. */
export const EnvironmentListParams: ObjectSchema<types.EnvironmentListParams> = object('CursorPageParams', {
  /** Whether to include archived environments. Default false. */
  include_archived: z.boolean().optional(),
  limit: pageLimit(100).optional(),
  page: z.string().min(1).optional(),
});

/**
 * Response of {@link deleteEnvironment}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const DeletedEnvironment: ObjectSchema<types.DeletedEnvironment> = openObject({
  /** Identifier of the deleted environment. */
  id: z.string(),
  type: z.literal('environment_deleted'),
});

/** Creates and manages environments: configurations of the containers that sessions run in. */
const operation = operationsOf({
  client: 'Environments',
  ...managedAgents,
  source: 'managed-agents > Sessions',
  assumed: ['operation'],
  notShown: '1.3.8',
});

/**
 * Creates an environment.
 *
 * @throws `ConflictError` When another environment has the same name.
 */
export const createEnvironment: OperationContract = operation({
  id: 'environments.create',
  route: 'POST /v1/environments',
  replay: 'create',
  schemas: { body: EnvironmentCreateParams, response: Environment },
});

/** Lists the environments, newest first. Archived environments are included only with `include_archived`. */
export const listEnvironments: OperationContract = operation({
  id: 'environments.list',
  route: 'GET /v1/environments',
  paging: 'cursor',
  schemas: { query: EnvironmentListParams, response: cursorPage(Environment) },
});

/** Retrieves an environment. */
export const retrieveEnvironment: OperationContract = operation({
  id: 'environments.retrieve',
  route: 'GET /v1/environments/{environment_id}',
  schemas: { response: Environment },
});

/** Updates an environment. The type of its configuration cannot be changed. */
export const updateEnvironment: OperationContract = operation({
  id: 'environments.update',
  route: 'POST /v1/environments/{environment_id}',
  replay: 'idempotent',
  schemas: { body: EnvironmentUpdateParams, response: Environment },
});

/** Deletes an environment. */
export const deleteEnvironment: OperationContract = operation({
  id: 'environments.delete',
  route: 'DELETE /v1/environments/{environment_id}',
  schemas: { response: DeletedEnvironment },
});

/** Archives an environment: new sessions cannot use it. Running sessions continue. */
export const archiveEnvironment: OperationContract = operation({
  id: 'environments.archive',
  route: 'POST /v1/environments/{environment_id}/archive',
  replay: 'idempotent',
  schemas: { response: Environment },
});
