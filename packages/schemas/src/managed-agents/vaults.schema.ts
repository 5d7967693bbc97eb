/** Schemas of vaults. */
import { s } from '../kit/schema.js';
import { characters, timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, openObject, rule, type Schema, type SchemasFor } from '../kit/schema.js';
import { vaultLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import type {
  DeletedVault,
  Vault,
  VaultCreateParams,
  VaultListParams,
  vaultOperations,
  VaultPage,
  VaultUpdateParams,
} from './vaults.js';

const displayName = characters({ min: 1, max: vaultLimits.nameCharacters });

/** Schema of {@link Vault}. */
export const VaultSchema: Schema<Vault> = openObject<Vault>()({
  id: s.string().startsWith('vlt_'),
  archived_at: timestamp.nullable(),
  created_at: timestamp,
  display_name: s.string(),
  metadata: StoredMetadataSchema,
  type: s.literal('vault'),
  updated_at: timestamp,
});

/** Schema of {@link DeletedVault}. */
export const DeletedVaultSchema: Schema<DeletedVault> = openObject<DeletedVault>()({
  id: s.string(),
  type: s.literal('vault_deleted'),
});

/** Schema of {@link VaultCreateParams}. */
export const VaultCreateParamsSchema: Schema<VaultCreateParams> = object<VaultCreateParams>()({
  display_name: rule({ missing: 'VLT-010', type: 'VLT-010', value: 'VLT-011' }, displayName),
  metadata: MetadataSchema.optional(),
});

/** Schema of {@link VaultUpdateParams}. */
export const VaultUpdateParamsSchema: Schema<VaultUpdateParams> = object<VaultUpdateParams>()({
  display_name: rule('VLT-019', displayName).nullable().optional(),
  metadata: MetadataPatchSchema.nullable().optional(),
});

/** Schema of {@link VaultListParams}. */
export const VaultListParamsSchema: Schema<VaultListParams> = object<VaultListParams>()({
  include_archived: rule('VLT-015', s.boolean()).optional(),
  limit: rule('VLT-014', pageLimit(100)).optional(),
  page: rule('VLT-016', s.string().min(1)).optional(),
});

const page: Schema<VaultPage> = openObject<VaultPage>()({
  data: s.array(VaultSchema).optional(),
  next_page: s.string().nullable(),
});

/** Schemas of the operations on vaults, by id. */
export const vaultSchemas: SchemasFor<typeof vaultOperations> = {
  'vaults.create': { body: VaultCreateParamsSchema, response: VaultSchema },
  'vaults.list': { query: VaultListParamsSchema, response: page },
  'vaults.retrieve': { response: VaultSchema },
  'vaults.update': { body: VaultUpdateParamsSchema, response: VaultSchema },
  'vaults.delete': { response: DeletedVaultSchema },
  'vaults.archive': { response: VaultSchema },
};
