/** Every handler of managed agents. A resource's own record joins here once. */
import type { ManagedAgentsOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { agentHandlers } from './agents.js';
import { environmentHandlers } from './environments.js';
import { fileHandlers } from './files.js';
import { memoryHandlers } from './memories.js';
import { memoryStoreHandlers } from './memory-stores.js';
import { memoryVersionHandlers } from './memory-versions.js';
import { userProfileHandlers } from './user-profiles.js';
import { vaultCredentialHandlers } from './vault-credentials.js';
import { vaultHandlers } from './vaults.js';

/** Handlers of the operations of managed agents. */
export const managedAgentsHandlers: Partial<HandlersFor<ManagedAgentsOperations>> = {
  ...agentHandlers,
  ...environmentHandlers,
  ...fileHandlers,
  ...memoryHandlers,
  ...memoryStoreHandlers,
  ...memoryVersionHandlers,
  ...userProfileHandlers,
  ...vaultCredentialHandlers,
  ...vaultHandlers,
};
