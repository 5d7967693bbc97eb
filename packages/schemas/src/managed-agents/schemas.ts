/** The schemas of every operation of managed agents, by id. A resource's own record joins here once. */
import type { SchemasFor } from '../kit/schema.js';
import type { ManagedAgentsOperations } from './operations.js';
import { vaultCredentialSchemas } from './vault-credentials.schema.js';
import { vaultSchemas } from './vaults.schema.js';

/** Schemas of every operation of managed agents, by id. */
export const managedAgentsSchemas: SchemasFor<ManagedAgentsOperations> = {
  ...vaultCredentialSchemas,
  ...vaultSchemas,
};
