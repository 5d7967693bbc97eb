/** Every handler of managed agents. A resource's own record joins here once. */
import type { ManagedAgentsOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { vaultCredentialHandlers } from './vault-credentials.js';
import { vaultHandlers } from './vaults.js';

/** Handlers of the operations of managed agents. */
export const managedAgentsHandlers: Partial<HandlersFor<ManagedAgentsOperations>> = {
  ...vaultHandlers,
  ...vaultCredentialHandlers,
};
