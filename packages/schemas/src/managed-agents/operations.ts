/** Every operation of managed agents, by id. A resource's own record joins here once. */
import { vaultCredentialOperations } from './vault-credentials.js';
import { vaultOperations } from './vaults.js';

/** Type of {@link managedAgentsOperations}: one record per resource. */
export type ManagedAgentsOperations = typeof vaultCredentialOperations & typeof vaultOperations;

/** Every operation of managed agents, by id, for example `vaults.create`. */
export const managedAgentsOperations: ManagedAgentsOperations = {
  ...vaultCredentialOperations,
  ...vaultOperations,
};
