/** Vaults: named collections of credentials that agents can use in sessions. */
import type { Operation } from '../kit/operation.js';
import type { CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/**
 * A named collection of credentials.
 *
 * @source managed-agents > Vault
 */
export interface Vault {
  /** Identifier, `vlt_...`. */
  id: string;
  /** Archive time (RFC 3339); null or absent while the vault is active. */
  archived_at?: string | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** Display name, 1 to 255 characters. */
  display_name: string;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /** Always `vault`. */
  type: 'vault';
  /** Time of the last change (RFC 3339). */
  updated_at: string;
}

/**
 * Response of {@link deleteVault}.
 *
 * @source managed-agents > Vaults
 */
export interface DeletedVault {
  /** Identifier of the deleted vault. */
  id: string;
  /** Always `vault_deleted`. */
  type: 'vault_deleted';
}

/** Body of {@link createVault}. */
export interface VaultCreateParams {
  /** Display name, 1 to 255 characters. */
  display_name: string;
  /** Your own key-value pairs. Default: none. */
  metadata?: Metadata | undefined;
}

/** Body of {@link updateVault}. Omitted fields keep their value. */
export interface VaultUpdateParams {
  /** New name, 1 to 255 characters; null keeps it. */
  display_name?: string | null | undefined;
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata?: MetadataPatch | null | undefined;
}

/** Query of {@link listVaults}. */
export interface VaultListParams extends CursorPageParams {
  /** Whether to include archived vaults. Default false. */
  include_archived?: boolean | undefined;
}

/**
 * A page of vaults.
 *
 * @source managed-agents > Vaults
 */
export interface VaultPage {
  /** The vaults, newest first; absent means an empty page. */
  data?: Vault[] | undefined;
  /** Opaque cursor of the next page; null or absent on the last one. */
  next_page?: string | null | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Vaults';

/** Creates a vault. */
export const createVault: Operation<{ body: VaultCreateParams; response: Vault }> = {
  id: 'vaults.create',
  method: 'POST',
  path: '/v1/vaults',
  auth: 'api-key',
  beta,
  replay: 'create',
  source,
};

/** Lists the vaults, newest first. */
export const listVaults: Operation<{ query: VaultListParams; response: VaultPage }> = {
  id: 'vaults.list',
  method: 'GET',
  path: '/v1/vaults',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
};

/** Retrieves a vault. */
export const retrieveVault: Operation<{ params: 'vault_id'; response: Vault }> = {
  id: 'vaults.retrieve',
  method: 'GET',
  path: '/v1/vaults/{vault_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
};

/** Updates the name or metadata of a vault. */
export const updateVault: Operation<{
  params: 'vault_id';
  body: VaultUpdateParams;
  response: Vault;
}> = {
  id: 'vaults.update',
  method: 'POST',
  path: '/v1/vaults/{vault_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
};

/** Deletes a vault and its credentials. */
export const deleteVault: Operation<{ params: 'vault_id'; response: DeletedVault }> = {
  id: 'vaults.delete',
  method: 'DELETE',
  path: '/v1/vaults/{vault_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
};

/**
 * Archives a vault. It is omitted from lists unless they include archived vaults. Archiving it again has no effect.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.9
 */
export const archiveVault: Operation<{ params: 'vault_id'; response: Vault }> = {
  id: 'vaults.archive',
  method: 'POST',
  path: '/v1/vaults/{vault_id}/archive',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['response'],
};
