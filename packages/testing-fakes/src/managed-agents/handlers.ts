/** All managed agents handlers. Each resource contributes one record. */
import type { ManagedAgentsOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { withWebhooks } from './webhook-events.js';
import { agentHandlers } from './agents.js';
import { environmentWorkHandlers } from './environment-work.js';
import { environmentHandlers } from './environments.js';
import { fileHandlers } from './files.js';
import { memoryHandlers } from './memories.js';
import { memoryStoreHandlers } from './memory-stores.js';
import { memoryVersionHandlers } from './memory-versions.js';
import { sessionEventHandlers } from './session-events.js';
import { sessionResourceHandlers } from './session-resources.js';
import { sessionThreadHandlers } from './session-threads.js';
import { sessionHandlers } from './sessions.js';
import { userProfileHandlers } from './user-profiles.js';
import { vaultCredentialHandlers } from './vault-credentials.js';
import { vaultHandlers } from './vaults.js';

/** Handlers for the managed agents operations. */
export const managedAgentsHandlers: HandlersFor<ManagedAgentsOperations> = withWebhooks({
  ...agentHandlers,
  ...environmentHandlers,
  ...environmentWorkHandlers,
  ...fileHandlers,
  ...memoryHandlers,
  ...memoryStoreHandlers,
  ...memoryVersionHandlers,
  ...sessionEventHandlers,
  ...sessionHandlers,
  ...sessionResourceHandlers,
  ...sessionThreadHandlers,
  ...userProfileHandlers,
  ...vaultCredentialHandlers,
  ...vaultHandlers,
});
