/** Every operation of managed agents, by id. A resource's own record joins here once. */
import { memoryOperations } from './memories.js';
import { memoryStoreOperations } from './memory-stores.js';
import { memoryVersionOperations } from './memory-versions.js';
import { userProfileOperations } from './user-profiles.js';
import { vaultCredentialOperations } from './vault-credentials.js';
import { vaultOperations } from './vaults.js';

/** Type of {@link managedAgentsOperations}: one record per resource. */
export type ManagedAgentsOperations = typeof memoryOperations &
  typeof memoryStoreOperations &
  typeof memoryVersionOperations &
  typeof userProfileOperations &
  typeof vaultCredentialOperations &
  typeof vaultOperations;

/** Every operation of managed agents, by id, for example `vaults.create`. */
export const managedAgentsOperations: ManagedAgentsOperations = {
  ...memoryOperations,
  ...memoryStoreOperations,
  ...memoryVersionOperations,
  ...userProfileOperations,
  ...vaultCredentialOperations,
  ...vaultOperations,
};
