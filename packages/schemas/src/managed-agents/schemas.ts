/** The schemas of every operation of managed agents, by id. A resource's own record joins here once. */
import type { SchemasFor } from '../kit/schema.js';
import type { ManagedAgentsOperations } from './operations.js';
import { memorySchemas } from './memories.schema.js';
import { memoryStoreSchemas } from './memory-stores.schema.js';
import { memoryVersionSchemas } from './memory-versions.schema.js';
import { userProfileSchemas } from './user-profiles.schema.js';
import { vaultCredentialSchemas } from './vault-credentials.schema.js';
import { vaultSchemas } from './vaults.schema.js';

/** Schemas of every operation of managed agents, by id. */
export const managedAgentsSchemas: SchemasFor<ManagedAgentsOperations> = {
  ...memorySchemas,
  ...memoryStoreSchemas,
  ...memoryVersionSchemas,
  ...userProfileSchemas,
  ...vaultCredentialSchemas,
  ...vaultSchemas,
};
