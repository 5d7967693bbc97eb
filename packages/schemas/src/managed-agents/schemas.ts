/** The schemas of all operations of managed agents, by id. */
import type { SchemasFor } from '../kit/schema.js';
import type { ManagedAgentsOperations } from './operations.js';
import { agentSchemas } from './agents.schema.js';
import { environmentWorkSchemas } from './environment-work.schema.js';
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
  ...environmentWorkSchemas,
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

export { AgentToolSchema, AgentToolsParamsSchema } from './agent-tools.schema.js';
export {
  AgentCreateParamsSchema,
  AgentMcpServerSchema,
  AgentSchema,
  AgentSkillSchema,
  AgentUpdateParamsSchema,
  McpServersParamsSchema,
  ModelConfigSchema,
} from './agents.schema.js';
export { EnvironmentWorkSchema } from './environment-work.schema.js';
export {
  EnvironmentCreateParamsSchema,
  EnvironmentSchema,
  EnvironmentUpdateParamsSchema,
} from './environments.schema.js';
export { FileMetadataSchema, FilePageSchema, FileUploadParamsSchema } from './files.schema.js';
export {
  MemoryContentSchema,
  MemoryCreateParamsSchema,
  MemoryPathSchema,
  MemorySchema,
  MemoryUpdateParamsSchema,
  MemoryViewSchema,
} from './memories.schema.js';
export {
  InclusiveTimeRangeSchema,
  MemoryStoreCreateParamsSchema,
  MemoryStoreListParamsSchema,
  MemoryStoreSchema,
  MemoryStoreUpdateParamsSchema,
} from './memory-stores.schema.js';
export { MemoryVersionSchema } from './memory-versions.schema.js';
export { MetadataPatchSchema, MetadataSchema, StoredMetadataSchema } from './metadata.schema.js';
export {
  SessionMessageBlockSchema,
  SessionMessageContentSchema,
  SessionTextBlockSchema,
  SessionToolResultBlockSchema,
  SessionToolResultContentSchema,
} from './session-content.schema.js';
export {
  MonetaryAmountSchema,
  SessionBudgetParamsSchema,
  SessionBudgetSchema,
  SessionServerToolUsageSchema,
} from './session-budgets.schema.js';
export { SessionEventSchema, SessionStreamEventSchema } from './session-events.schema.js';
export {
  FileResourceSchema,
  SessionResourceParamsSchema,
  SessionResourceSchema,
} from './session-resources.schema.js';
export { SessionThreadSchema } from './session-threads.schema.js';
export {
  InlineThreadAgentSchema,
  SessionAgentSchema,
  SessionCreateParamsSchema,
  SessionPageSchema,
  SessionSchema,
  SessionThreadAgentSchema,
  SessionTimeRangeSchema,
  SessionUpdateParamsSchema,
  SessionUsageSchema,
} from './sessions.schema.js';
export { UserEventParamsSchema } from './user-events.schema.js';
export {
  UserProfileCreateParamsSchema,
  UserProfileListParamsSchema,
  UserProfileSchema,
  UserProfileUpdateParamsSchema,
} from './user-profiles.schema.js';
export {
  VaultCredentialCreateParamsSchema,
  VaultCredentialSchema,
  VaultCredentialUpdateParamsSchema,
} from './vault-credentials.schema.js';
export { WebhookEventSchema } from './webhook-events.schema.js';
export {
  DeletedVaultSchema,
  VaultCreateParamsSchema,
  VaultListParamsSchema,
  VaultSchema,
  VaultUpdateParamsSchema,
} from './vaults.schema.js';
