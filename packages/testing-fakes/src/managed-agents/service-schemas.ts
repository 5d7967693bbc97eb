/** Schemas of managed agents. */
import {
  AgentSchema,
  EnvironmentSchema,
  EnvironmentWorkSchema,
  FileMetadataSchema,
  managedAgentsSchemas,
  MemorySchema,
  MemoryStoreSchema,
  MemoryVersionSchema,
  UserProfileSchema,
  VaultCredentialSchema,
  VaultSchema,
} from '@parlance/schemas/validation/managed-agents';
import type { ServiceSchemas } from '../emulator/service.js';
import { SessionScenarioSchema } from './run/session-scenario.schema.js';
import {
  StoredEventSchema,
  StoredResourceSchema,
  StoredSessionSchema,
  WorkspaceFileSchema,
} from './run/session.schema.js';

/** Schemas of operations and of stored records. */
export const managedAgentsServiceSchemas: ServiceSchemas = {
  operations: managedAgentsSchemas,
  records: {
    agent_versions: AgentSchema,
    agents: AgentSchema,
    environment_work: EnvironmentWorkSchema,
    environments: EnvironmentSchema,
    files: FileMetadataSchema,
    memories: MemorySchema,
    memory_stores: MemoryStoreSchema,
    memory_versions: MemoryVersionSchema,
    session_events: StoredEventSchema,
    session_resources: StoredResourceSchema,
    session_scenario: SessionScenarioSchema,
    sessions: StoredSessionSchema,
    user_profiles: UserProfileSchema,
    vault_credentials: VaultCredentialSchema,
    vaults: VaultSchema,
    workspace_files: WorkspaceFileSchema,
  },
};
