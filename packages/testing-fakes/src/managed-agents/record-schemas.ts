/** Schemas of the stored records of managed agents, by name of their collection. */
import {
  AgentSchema,
  EnvironmentSchema,
  EnvironmentWorkSchema,
  FileMetadataSchema,
  MemorySchema,
  MemoryStoreSchema,
  MemoryVersionSchema,
  UserProfileSchema,
  VaultCredentialSchema,
  VaultSchema,
} from '@parlance/schemas/validation';
import type { RecordSchemas } from '../world/snapshot.js';
import { SessionScenarioSchema } from './run/session-scenario.schema.js';
import {
  StoredEventSchema,
  StoredResourceSchema,
  StoredSessionSchema,
  WorkspaceFileSchema,
} from './run/session.schema.js';

/** Schemas of the stored records of managed agents. */
export const managedAgentsRecords: RecordSchemas = {
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
};
