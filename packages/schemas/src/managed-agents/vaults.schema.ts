/** Schemas of vaults. */
import * as z from 'zod';
import { characters, timestamp } from '../kit/limits.schema.js';
import { pageLimit } from '../kit/paging.schema.js';
import { object, type ObjectSchema, openObject, rule, type SchemasFor } from '../kit/schema.js';
import { vaultLimits } from './limits.js';
import { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
import type * as types from './vaults.js';
import type { vaultOperations } from './operations.js';

const displayName = characters({ min: 1, max: vaultLimits.nameCharacters });

/** Schema of {@link types.Vault}. */
export const VaultSchema: ObjectSchema<types.Vault> = openObject<types.Vault>()({
  id: z.string().startsWith('vlt_'),
  archived_at: timestamp.nullish(),
  created_at: timestamp,
  display_name: z.string(),
  metadata: StoredMetadataSchema,
  type: z.literal('vault'),
  updated_at: timestamp,
});

/** Schema of {@link types.DeletedVault}. */
export const DeletedVaultSchema: ObjectSchema<types.DeletedVault> = openObject<types.DeletedVault>()({
  id: z.string(),
  type: z.literal('vault_deleted'),
});

/** Schema of {@link types.VaultCreateParams}. */
export const VaultCreateParamsSchema: ObjectSchema<types.VaultCreateParams> =
  object<types.VaultCreateParams>()({
    display_name: rule({ missing: 'VLT-010', type: 'VLT-010', value: 'VLT-011' }, displayName),
    metadata: MetadataSchema.optional(),
  });

/** Schema of {@link types.VaultUpdateParams}. */
export const VaultUpdateParamsSchema: ObjectSchema<types.VaultUpdateParams> =
  object<types.VaultUpdateParams>()({
    display_name: rule('VLT-019', displayName).nullish(),
    metadata: MetadataPatchSchema.nullish(),
  });

/** Schema of {@link types.VaultListParams}. */
export const VaultListParamsSchema: ObjectSchema<types.VaultListParams> = object<types.VaultListParams>()({
  include_archived: rule('VLT-015', z.boolean()).optional(),
  limit: rule('VLT-014', pageLimit(100)).optional(),
  page: rule('VLT-016', z.string().min(1)).optional(),
});

const page: ObjectSchema<types.VaultPage> = openObject<types.VaultPage>()({
  data: z.array(VaultSchema).optional(),
  next_page: z.string().nullish(),
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
