/** The schemas of every operation of managed agents, by id. A resource's own record joins here once. */
import type { SchemasFor } from '../kit/schema.js';
import type { ManagedAgentsOperations } from './operations.js';
import { agentSchemas } from './agents.schema.js';
import { environmentSchemas } from './environments.schema.js';
import { fileSchemas } from './files.schema.js';
import { memorySchemas } from './memories.schema.js';
import { memoryStoreSchemas } from './memory-stores.schema.js';
import { memoryVersionSchemas } from './memory-versions.schema.js';
import { sessionEventSchemas } from './session-events.schema.js';
import { sessionResourceSchemas } from './session-resources.schema.js';
import { sessionThreadSchemas } from './session-threads.schema.js';
import { sessionSchemas } from './sessions.schema.js';
import { userProfileSchemas } from './user-profiles.schema.js';
import { vaultCredentialSchemas } from './vault-credentials.schema.js';
import { vaultSchemas } from './vaults.schema.js';

/** Schemas of every operation of managed agents, by id. */
export const managedAgentsSchemas: SchemasFor<ManagedAgentsOperations> = {
  ...agentSchemas,
  ...environmentSchemas,
  ...fileSchemas,
  ...memorySchemas,
  ...memoryStoreSchemas,
  ...memoryVersionSchemas,
  ...sessionEventSchemas,
  ...sessionResourceSchemas,
  ...sessionThreadSchemas,
  ...sessionSchemas,
  ...userProfileSchemas,
  ...vaultCredentialSchemas,
  ...vaultSchemas,
};
