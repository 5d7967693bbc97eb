/** Environments: container configurations that sessions run in. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/** Unrestricted network access. */
export interface UnrestrictedNetwork {
  /** Always `unrestricted`. */
  type: 'unrestricted';
}

/** Network access to listed hosts only. */
export interface LimitedNetwork {
  /** Always `limited`. */
  type: 'limited';
  /** Whether the MCP servers of the agent are accessible. */
  allow_mcp_servers: boolean;
  /** Whether package registries are accessible. */
  allow_package_managers: boolean;
  /** Accessible hosts. */
  allowed_hosts: string[];
}

/** Network access to listed hosts only, in a request. Omitted permissions are denied. */
export interface LimitedNetworkParams {
  /** Always `limited`. */
  type: 'limited';
  /** Whether the MCP servers of the agent are accessible. Default false. */
  allow_mcp_servers?: boolean | null | undefined;
  /** Whether package registries are accessible. Default false. */
  allow_package_managers?: boolean | null | undefined;
  /** Accessible hosts. Default: none. */
  allowed_hosts?: string[] | null | undefined;
}

/** Packages that are installed before a session starts, by package manager. */
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

/** Packages to install, in a request. An omitted list is empty. */
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

/** Containers that run on the service. */
export interface CloudConfig {
  /** Always `cloud`. */
  type: 'cloud';
  /** Network access of the containers. */
  networking: UnrestrictedNetwork | LimitedNetwork | UnknownMember;
  /** Packages installed in the containers. */
  packages: EnvironmentPackages;
}

/** Containers that run on the service, in a request. */
export interface CloudConfigParams {
  /** Always `cloud`. */
  type: 'cloud';
  /** Network access of the containers. Default: unrestricted. */
  networking?: UnrestrictedNetwork | LimitedNetworkParams | UnknownMember | null | undefined;
  /** Packages to install in the containers. Default: none. */
  packages?: EnvironmentPackagesParams | null | undefined;
}

/** Containers that you run. */
export interface SelfHostedConfig {
  /** Always `self_hosted`. */
  type: 'self_hosted';
}

/** Scope in which an environment can be used. */
export type EnvironmentScope = 'organization' | 'account';

/**
 * A container configuration.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export interface Environment {
  /** Identifier, `env_...`. */
  id: string;
  /** Archive time (RFC 3339); null or absent while the environment is active. */
  archived_at?: string | null | undefined;
  /** Type and settings of the containers. */
  config: CloudConfig | SelfHostedConfig | UnknownMember;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Description; an empty string when unset. */
  description: string;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Name, unique in the workspace. */
  name: string;
  /** Always `environment`. */
  type: 'environment';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
  /** Scope in which the environment can be used. */
  scope?: OpenEnum<EnvironmentScope> | undefined;
}

/**
 * Response of {@link deleteEnvironment}.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export interface DeletedEnvironment {
  /** Identifier of the deleted environment. */
  id: string;
  /** Always `environment_deleted`. */
  type: 'environment_deleted';
}

/** Body of {@link createEnvironment}. */
export interface EnvironmentCreateParams {
  /** Name, unique in the workspace. */
  name: string;
  /** Type and settings of the containers. Default: cloud, unrestricted network access, no packages. */
  config?: CloudConfigParams | SelfHostedConfig | UnknownMember | null | undefined;
  /** Description. Default: an empty string. */
  description?: string | null | undefined;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
  /** Scope in which the environment can be used. Default `organization`. */
  scope?: OpenEnum<EnvironmentScope> | null | undefined;
}

/** Body of {@link updateEnvironment}. Omitted and null fields keep their value. */
export interface EnvironmentUpdateParams {
  /** New configuration, of the same type as the current one. */
  config?: CloudConfigParams | SelfHostedConfig | UnknownMember | null | undefined;
  /** New description; an empty string clears it. */
  description?: string | null | undefined;
  /** Key-value pairs to change. Null or an empty string deletes a key. */
  metadata?: MetadataPatch | undefined;
  /** New name. */
  name?: string | null | undefined;
  /** New scope. */
  scope?: OpenEnum<EnvironmentScope> | null | undefined;
}

/** Query of {@link listEnvironments}. */
export interface EnvironmentListParams extends CursorPageParams {
  /** Whether to include archived environments. Default false. */
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
 * Updates an environment.
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
 * Archives an environment: it cannot be used in new sessions. Running sessions continue.
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
