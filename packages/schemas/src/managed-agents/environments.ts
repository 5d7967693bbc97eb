/** Environments: the container configuration that sessions run in. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/** A network without limits. */
export interface UnrestrictedNetwork {
  /** Always `unrestricted`. */
  type: 'unrestricted';
}

/** A network that reaches only what is listed. */
export interface LimitedNetwork {
  /** Always `limited`. */
  type: 'limited';
  /** Whether the agent's MCP servers can be reached. */
  allow_mcp_servers: boolean;
  /** Whether package registries can be reached. */
  allow_package_managers: boolean;
  /** Hosts that can be reached. */
  allowed_hosts: string[];
}

/** A network that reaches only what is listed; what is left out is not allowed. */
export interface LimitedNetworkParams {
  /** Always `limited`. */
  type: 'limited';
  /** Whether the agent's MCP servers can be reached. Default false. */
  allow_mcp_servers?: boolean | null | undefined;
  /** Whether package registries can be reached. Default false. */
  allow_package_managers?: boolean | null | undefined;
  /** Hosts that can be reached. Default none. */
  allowed_hosts?: string[] | null | undefined;
}

/** Packages installed before a session starts, by package manager. */
export interface EnvironmentPackages {
  /** Debian packages. */
  apt: string[];
  /** Rust crates. */
  cargo: string[];
  /** Ruby gems. */
  gem: string[];
  /** Go modules. */
  go: string[];
  /** npm packages. */
  npm: string[];
  /** Python packages. */
  pip: string[];
  /** Always `packages`. */
  type?: 'packages' | undefined;
}

/** Packages to install; a list left out is empty. */
export interface EnvironmentPackagesParams {
  /** Debian packages. */
  apt?: string[] | null | undefined;
  /** Rust crates. */
  cargo?: string[] | null | undefined;
  /** Ruby gems. */
  gem?: string[] | null | undefined;
  /** Go modules. */
  go?: string[] | null | undefined;
  /** npm packages. */
  npm?: string[] | null | undefined;
  /** Python packages. */
  pip?: string[] | null | undefined;
  /** Always `packages`. */
  type?: 'packages' | undefined;
}

/** Containers run by the service. */
export interface CloudConfig {
  /** Always `cloud`. */
  type: 'cloud';
  /** What the containers can reach. */
  networking: UnrestrictedNetwork | LimitedNetwork | UnknownMember;
  /** What is installed in them. */
  packages: EnvironmentPackages;
}

/** Containers run by the service. */
export interface CloudConfigParams {
  /** Always `cloud`. */
  type: 'cloud';
  /** What the containers can reach. Default unrestricted. */
  networking?: UnrestrictedNetwork | LimitedNetworkParams | null | undefined;
  /** What is installed in them. Default nothing. */
  packages?: EnvironmentPackagesParams | null | undefined;
}

/** Containers run by the caller. */
export interface SelfHostedConfig {
  /** Always `self_hosted`. */
  type: 'self_hosted';
}

/** Who can use an environment. */
export type EnvironmentScope = 'organization' | 'account';

/**
 * A container configuration.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export interface Environment {
  /** Identifier, `env_...`. */
  id: string;
  /** RFC 3339 time of archiving; null or absent while the environment is active. */
  archived_at?: string | null | undefined;
  /** Where and how containers run. */
  config: CloudConfig | SelfHostedConfig | UnknownMember;
  /** RFC 3339 time of creation. */
  created_at: string;
  /** Description; the empty string when unset. */
  description: string;
  /** The caller's own key-value pairs. */
  metadata: Metadata;
  /** Name, unique in the workspace. */
  name: string;
  /** Always `environment`. */
  type: 'environment';
  /** RFC 3339 time of the last change. */
  updated_at: string;
  /** Who can use it. */
  scope?: OpenEnum<EnvironmentScope> | undefined;
}

/**
 * Answer to deleting an environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export interface DeletedEnvironment {
  /** Identifier of the environment that is gone. */
  id: string;
  /** Always `environment_deleted`. */
  type: 'environment_deleted';
}

/** Body of {@link createEnvironment}. */
export interface EnvironmentCreateParams {
  /** Name; a name that is taken is a conflict. */
  name: string;
  /** Where and how containers run. Default cloud, unrestricted, no packages. */
  config?: CloudConfigParams | SelfHostedConfig | null | undefined;
  /** Description. Default the empty string. */
  description?: string | null | undefined;
  /** Key-value pairs. Default none. */
  metadata?: Metadata | undefined;
  /** Who can use it. Default `organization`. */
  scope?: EnvironmentScope | null | undefined;
}

/** Body of {@link updateEnvironment}. Fields left out, and null, keep their value. */
export interface EnvironmentUpdateParams {
  /** New configuration; its type must be the stored one. */
  config?: CloudConfigParams | SelfHostedConfig | null | undefined;
  /** New description; the empty string clears it. */
  description?: string | null | undefined;
  /** Change of the key-value pairs; null and the empty string delete their key. */
  metadata?: MetadataPatch | undefined;
  /** New name. */
  name?: string | null | undefined;
  /** New scope. */
  scope?: EnvironmentScope | null | undefined;
}

/** Query of {@link listEnvironments}. */
export interface EnvironmentListParams extends CursorPageParams {
  /** True lists archived environments too. Default false. */
  include_archived?: boolean | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Sessions';

/**
 * Creates an environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const createEnvironment: Operation<{ body: EnvironmentCreateParams; response: Environment }> = {
  id: 'environments.create',
  method: 'POST',
  path: '/v1/environments',
  auth: 'api-key',
  beta,
  replay: 'create',
  source,
  assumed: ['operation'],
};

/**
 * Lists the environments, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const listEnvironments: Operation<{
  query: EnvironmentListParams;
  response: CursorPage<Environment>;
}> = {
  id: 'environments.list',
  method: 'GET',
  path: '/v1/environments',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves an environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const retrieveEnvironment: Operation<{ params: 'environment_id'; response: Environment }> = {
  id: 'environments.retrieve',
  method: 'GET',
  path: '/v1/environments/{environment_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Changes an environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const updateEnvironment: Operation<{
  params: 'environment_id';
  body: EnvironmentUpdateParams;
  response: Environment;
}> = {
  id: 'environments.update',
  method: 'POST',
  path: '/v1/environments/{environment_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Deletes an environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const deleteEnvironment: Operation<{ params: 'environment_id'; response: DeletedEnvironment }> = {
  id: 'environments.delete',
  method: 'DELETE',
  path: '/v1/environments/{environment_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Archives an environment: new sessions can't use it, running ones go on.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const archiveEnvironment: Operation<{ params: 'environment_id'; response: Environment }> = {
  id: 'environments.archive',
  method: 'POST',
  path: '/v1/environments/{environment_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/** Operations on environments, by id. */
export const environmentOperations: {
  readonly 'environments.create': typeof createEnvironment;
  readonly 'environments.list': typeof listEnvironments;
  readonly 'environments.retrieve': typeof retrieveEnvironment;
  readonly 'environments.update': typeof updateEnvironment;
  readonly 'environments.delete': typeof deleteEnvironment;
  readonly 'environments.archive': typeof archiveEnvironment;
} = {
  'environments.create': createEnvironment,
  'environments.list': listEnvironments,
  'environments.retrieve': retrieveEnvironment,
  'environments.update': updateEnvironment,
  'environments.delete': deleteEnvironment,
  'environments.archive': archiveEnvironment,
};
