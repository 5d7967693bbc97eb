/** All operations of managed agents, by id. */
import { agentOperations } from './agents.js';
import { environmentWorkOperations } from './environment-work.js';
import { environmentOperations } from './environments.js';
import { fileOperations } from './files.js';
import { memoryOperations } from './memories.js';
import { memoryStoreOperations } from './memory-stores.js';
import { memoryVersionOperations } from './memory-versions.js';
import { sessionEventOperations } from './session-events.js';
import { sessionResourceOperations } from './session-resources.js';
import { sessionThreadOperations } from './session-threads.js';
import { sessionOperations } from './sessions.js';
import { userProfileOperations } from './user-profiles.js';
import { vaultCredentialOperations } from './vault-credentials.js';
import { vaultOperations } from './vaults.js';

/** Type of {@link managedAgentsOperations}: one record per resource. */
export type ManagedAgentsOperations = typeof agentOperations &
  typeof environmentOperations &
  typeof environmentWorkOperations &
  typeof fileOperations &
  typeof memoryOperations &
  typeof memoryStoreOperations &
  typeof memoryVersionOperations &
  typeof sessionEventOperations &
  typeof sessionResourceOperations &
  typeof sessionThreadOperations &
  typeof sessionOperations &
  typeof userProfileOperations &
  typeof vaultCredentialOperations &
  typeof vaultOperations;

/** All operations of managed agents, by id, for example `vaults.create`. */
export const managedAgentsOperations: ManagedAgentsOperations = {
  ...agentOperations,
  ...environmentOperations,
  ...environmentWorkOperations,
  ...fileOperations,
  ...memoryOperations,
  ...memoryStoreOperations,
  ...memoryVersionOperations,
  ...sessionEventOperations,
  ...sessionResourceOperations,
  ...sessionThreadOperations,
  ...sessionOperations,
  ...userProfileOperations,
  ...vaultCredentialOperations,
  ...vaultOperations,
};
