/** Vaults: named collections of credentials that agents can use in sessions. */
import { operationsOf, type OperationContract } from '../kit/contract.js';
import * as z from 'zod';
import { characters, timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule } from '../kit/schema.js';
import { MetadataPatch, Metadata, StoredMetadata } from './metadata.contract.js';
import { managedAgents } from './service.js';
import type * as types from './vaults.js';

/**
 * Limits of a vault and its credentials.
 *
 * @source managed-agents > Vault
 */
export const vaultLimits = {
  /** Maximum length of the name of a vault or a credential, in characters. */
  nameCharacters: 255,
  /** Maximum number of credentials in a vault. */
  credentials: 20,
} as const;

const displayName = characters({ min: 1, max: vaultLimits.nameCharacters });

/**
 * A named collection of credentials.
 *
 * @source managed-agents > Vault
 */
export const Vault: ObjectSchema<types.Vault> = openObject({
  /** Identifier, `vlt_...`. */
  id: z.string().startsWith('vlt_'),
  /** Archive time (RFC 3339); null or absent while the vault is active. */
  archived_at: timestamp.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Display name, 1 to 255 characters. */
  display_name: z.string(),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  type: z.literal('vault'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/**
 * Response of {@link deleteVault}.
 *
 * @source managed-agents > Vaults
 */
export const DeletedVault: ObjectSchema<types.DeletedVault> = openObject({
  /** Identifier of the deleted vault. */
  id: z.string(),
  type: z.literal('vault_deleted'),
});

/** Body of {@link createVault}. */
export const VaultCreateParams: ObjectSchema<types.VaultCreateParams> = object({
  /** Display name, {bounds}. */
  display_name: rule({ missing: 'VLT-010', type: 'VLT-010', value: 'VLT-011' }, displayName),
  /** Your own key-value pairs. Default: none. */
  metadata: Metadata.optional(),
});

/** Body of {@link updateVault}. Omitted fields keep their value. */
export const VaultUpdateParams: ObjectSchema<types.VaultUpdateParams> = object({
  /** New name, {bounds}; null keeps it. */
  display_name: rule('VLT-019', displayName).nullish(),
  /** Changes to the key-value pairs; null keeps all of them. */
  metadata: MetadataPatch.nullish(),
});

/** Query of {@link listVaults}. */
export const VaultListParams: ObjectSchema<types.VaultListParams> = object('CursorPageParams', {
  /** Whether to include archived vaults. Default false. */
  include_archived: rule('VLT-015', z.boolean()).optional(),
  limit: rule('VLT-014', pageLimit(100)).optional(),
  page: rule('VLT-016', z.string().min(1)).optional(),
});

/**
 * A page of vaults.
 *
 * @source managed-agents > Vaults
 */
export const VaultPage: ObjectSchema<types.VaultPage> = openObject({
  /** The vaults, newest first; absent means an empty page. */
  data: z.array(Vault).optional(),
  /** Opaque cursor of the next page; null or absent on the last one. */
  next_page: z.string().nullish(),
});

/** Creates and manages vaults: named collections of credentials that sessions can use. */
const operation = operationsOf({ client: 'Vaults', ...managedAgents, source: 'managed-agents > Vaults' });

/** Creates a vault. */
export const createVault: OperationContract = operation({
  id: 'vaults.create',
  route: 'POST /v1/vaults',
  replay: 'create',
  schemas: { body: VaultCreateParams, response: Vault },
});

/** Lists the vaults, newest first. Archived vaults are included only with `include_archived`. */
export const listVaults: OperationContract = operation({
  id: 'vaults.list',
  route: 'GET /v1/vaults',
  paging: 'cursor',
  schemas: { query: VaultListParams, response: VaultPage },
});

/** Retrieves a vault. */
export const retrieveVault: OperationContract = operation({
  id: 'vaults.retrieve',
  route: 'GET /v1/vaults/{vault_id}',
  schemas: { response: Vault },
});

/** Updates the name or metadata of a vault. */
export const updateVault: OperationContract = operation({
  id: 'vaults.update',
  route: 'POST /v1/vaults/{vault_id}',
  replay: 'idempotent',
  schemas: { body: VaultUpdateParams, response: Vault },
});

/** Deletes a vault and its credentials. */
export const deleteVault: OperationContract = operation({
  id: 'vaults.delete',
  route: 'DELETE /v1/vaults/{vault_id}',
  schemas: { response: DeletedVault },
});

/**
 * Archives a vault and its credentials. It is omitted from lists unless they include archived vaults. Archiving it again has
 * no effect.
 *
 * @remarks The response is not in the documents; see "What the documents do not show" 1.3.9
 */
export const archiveVault: OperationContract = operation({
  id: 'vaults.archive',
  route: 'POST /v1/vaults/{vault_id}/archive',
  replay: 'idempotent',
  assumed: ['response'],
  schemas: { response: Vault },
});
