/**
 * Where the contract declares the limits of the documents, by document, heading and first cell of the row. A limit that
 * no schema can declare has a reason in place of its places.
 */
export const documentedLimits: Readonly<
  Record<string, Readonly<Record<number, readonly string[] | string>>>
> = {
  'inference > Create message: `POST /v1/messages` > ': {
    '100000': ['MessageCreateParams.messages maxItems'],
  },
  'inference > Create message: `POST /v1/messages` > content_block_location': {
    '1': 'the end of a single block, start + 1, see rule INF-174',
  },
  'inference > Create completion (legacy): `POST /v1/complete` > temperature': {
    '0': ['CompletionCreateParams.temperature minimum'],
    '1': ['CompletionCreateParams.temperature maximum'],
  },
  'inference > Limits > Messages per request': {
    '100000': ['MessageCreateParams.messages maxItems', 'MessageCountTokensParams.messages maxItems'],
  },
  'inference > Limits > temperature (legacy)': {
    '0': ['CompletionCreateParams.temperature minimum'],
    '1': ['CompletionCreateParams.temperature maximum'],
  },
  'managed-agents > What the service does > ': {
    '1': ['Agent.version minimum'],
  },
  'managed-agents > Conventions > ': {
    '16': ['Metadata maxProperties', 'UserProfileCreateParams.metadata maxProperties'],
    '64': [
      'Metadata maxKeyLength',
      'MetadataPatch maxKeyLength',
      'UserProfileCreateParams.metadata maxKeyLength',
      'UserProfileUpdateParams.metadata maxKeyLength',
    ],
    '512': [
      'Metadata maxLength',
      'MetadataPatch maxLength',
      'UserProfileCreateParams.metadata maxLength',
      'UserProfileUpdateParams.metadata maxLength',
    ],
  },
  'managed-agents > Agent > version': {
    '1': ['Agent.version minimum'],
  },
  'managed-agents > Agent > ': {
    '0': 'an end_line that means the end of the file',
  },
  'managed-agents > Session > ': {
    '15': 'number of fields, of which the document shows 8',
    '7': 'number of fields that the document does not show',
  },
  'managed-agents > Session resource (union by `type`) > memory_store': {
    '4096': ['SessionResourceParams.instructions maxLength', 'sessionLimits.instructionsCharacters'],
  },
  'managed-agents > Memory store > name': {
    '1': ['MemoryStoreCreateParams.name minLength'],
    '255': ['MemoryStoreCreateParams.name maxLength', 'memoryLimits.storeNameCharacters'],
  },
  'managed-agents > Memory store > description': {
    '1024': ['MemoryStoreCreateParams.description maxLength', 'memoryLimits.storeDescriptionCharacters'],
  },
  'managed-agents > Agents > name': {
    '1': ['AgentCreateParams.name minLength', 'AgentUpdateParams.name minLength'],
    '256': [
      'AgentCreateParams.name maxLength',
      'AgentUpdateParams.name maxLength',
      'agentLimits.nameCharacters',
    ],
  },
  'managed-agents > Agents > description': {
    '2048': [
      'AgentCreateParams.description maxLength',
      'AgentUpdateParams.description maxLength',
      'agentLimits.descriptionCharacters',
    ],
  },
  'managed-agents > Agents > mcp_servers': {
    '20': ['McpServersParams maxItems', 'agentLimits.mcpServers'],
  },
  'managed-agents > Agents > multiagent': {
    '1': ['CoordinatorParams.agents minItems', 'CoordinatorParams.agents.version minimum'],
    '20': ['CoordinatorParams.agents maxItems', 'agentLimits.rosterAgents'],
  },
  'managed-agents > Agents > skills': {
    '20': ['AgentCreateParams.skills maxItems', 'AgentUpdateParams.skills maxItems', 'agentLimits.skills'],
  },
  'managed-agents > Agents > system': {
    '100000': [
      'AgentCreateParams.system maxLength',
      'AgentUpdateParams.system maxLength',
      'agentLimits.systemCharacters',
    ],
  },
  'managed-agents > Agents > tools': {
    '128': ['agentLimits.tools'],
  },
  'managed-agents > Sessions > memory_store': {
    '4096': ['SessionResourceParams.instructions maxLength', 'sessionLimits.instructionsCharacters'],
  },
  'managed-agents > Session resources > List': {
    '1000': ['GET /v1/sessions/{session_id}/resources?limit maximum'],
  },
  'managed-agents > Vaults > Create': {
    '1': ['VaultCreateParams.display_name minLength'],
    '255': ['VaultCreateParams.display_name maxLength', 'vaultLimits.nameCharacters'],
  },
  'managed-agents > Vaults > List': {
    '20': 'default of the service, see rule VLT-013',
    '100': ['GET /v1/vaults?limit maximum'],
  },
  'managed-agents > Vaults > Update': {
    '1': ['VaultUpdateParams.display_name minLength'],
    '255': ['VaultUpdateParams.display_name maxLength'],
  },
  'managed-agents > Memory stores > Create': {
    '1': ['MemoryStoreCreateParams.name minLength'],
    '255': ['MemoryStoreCreateParams.name maxLength', 'memoryLimits.storeNameCharacters'],
    '1024': ['MemoryStoreCreateParams.description maxLength', 'memoryLimits.storeDescriptionCharacters'],
  },
  'managed-agents > Memory stores > List': {
    '20': 'default of the service, see rule MEM-021',
    '100': ['GET /v1/memory_stores?limit maximum'],
    '1': ['GET /v1/memory_stores?limit minimum'],
  },
  'managed-agents > Memory stores > Update': {
    '1': ['MemoryStoreUpdateParams.name minLength'],
    '255': ['MemoryStoreUpdateParams.name maxLength'],
    '1024': ['MemoryStoreUpdateParams.description maxLength'],
  },
  'managed-agents > User profiles > Create': {
    '255': [
      'UserProfileCreateParams.external_id maxLength',
      'UserProfileCreateParams.name maxLength',
      'userProfileLimits.nameCharacters',
      'userProfileLimits.externalIdCharacters',
    ],
  },
  'managed-agents > User profiles > Update': {
    '255': ['UserProfileUpdateParams.external_id maxLength', 'UserProfileUpdateParams.name maxLength'],
  },
  'managed-agents > Errors > ': {
    '1': ['CoordinatorParams.agents minItems'],
    '20': ['CoordinatorParams.agents maxItems'],
  },
  'managed-agents > Limits > Metadata': {
    '16': ['Metadata maxProperties', 'UserProfileCreateParams.metadata maxProperties'],
    '64': [
      'Metadata maxKeyLength',
      'MetadataPatch maxKeyLength',
      'UserProfileCreateParams.metadata maxKeyLength',
      'UserProfileUpdateParams.metadata maxKeyLength',
    ],
    '512': [
      'Metadata maxLength',
      'MetadataPatch maxLength',
      'UserProfileCreateParams.metadata maxLength',
      'UserProfileUpdateParams.metadata maxLength',
    ],
  },
  'managed-agents > Limits > Agent name': {
    '1': ['AgentCreateParams.name minLength', 'AgentUpdateParams.name minLength'],
    '256': [
      'AgentCreateParams.name maxLength',
      'AgentUpdateParams.name maxLength',
      'agentLimits.nameCharacters',
    ],
  },
  'managed-agents > Limits > Agent description': {
    '2048': [
      'AgentCreateParams.description maxLength',
      'AgentUpdateParams.description maxLength',
      'agentLimits.descriptionCharacters',
    ],
  },
  'managed-agents > Limits > Agent system': {
    '100000': [
      'AgentCreateParams.system maxLength',
      'AgentUpdateParams.system maxLength',
      'agentLimits.systemCharacters',
    ],
  },
  'managed-agents > Limits > Agent mcp_servers': {
    '20': ['McpServersParams maxItems', 'agentLimits.mcpServers'],
    '1': ['McpServersParams.name minLength'],
    '255': ['McpServersParams.name maxLength', 'agentLimits.mcpServerNameCharacters'],
  },
  'managed-agents > Limits > Agent skills': {
    '20': ['AgentCreateParams.skills maxItems', 'AgentUpdateParams.skills maxItems', 'agentLimits.skills'],
  },
  'managed-agents > Limits > Agent tools': {
    '128': ['agentLimits.tools'],
  },
  'managed-agents > Limits > Coordinator roster': {
    '1': ['CoordinatorParams.agents minItems'],
    '20': ['CoordinatorParams.agents maxItems', 'agentLimits.rosterAgents'],
  },
  'managed-agents > Limits > MCP tool name': {
    '1': ['AgentToolsParams.configs.name minLength', 'AgentToolsParams.mcp_server_name minLength'],
    '128': ['AgentToolsParams.configs.name maxLength', 'agentLimits.toolNameCharacters'],
    '255': ['AgentToolsParams.mcp_server_name maxLength'],
  },
  'managed-agents > Limits > Custom tool': {
    '1': ['AgentToolsParams.name minLength', 'AgentToolsParams.description minLength'],
    '128': ['AgentToolsParams.name maxLength', 'agentLimits.toolNameCharacters'],
    '1024': ['AgentToolsParams.description maxLength', 'agentLimits.toolDescriptionCharacters'],
  },
  'managed-agents > Limits > Memory attachment instructions': {
    '4096': ['SessionResourceParams.instructions maxLength', 'sessionLimits.instructionsCharacters'],
  },
  'managed-agents > Limits > Vault display_name': {
    '1': ['VaultCreateParams.display_name minLength', 'VaultUpdateParams.display_name minLength'],
    '255': [
      'VaultCreateParams.display_name maxLength',
      'vaultLimits.nameCharacters',
      'VaultUpdateParams.display_name maxLength',
    ],
  },
  'managed-agents > Limits > Vault list limit': {
    '20': 'default of the service, see rule VLT-013',
    '100': ['GET /v1/vaults?limit maximum'],
  },
  'managed-agents > Limits > Memory store name': {
    '1': ['MemoryStoreCreateParams.name minLength', 'MemoryStoreUpdateParams.name minLength'],
    '255': [
      'MemoryStoreCreateParams.name maxLength',
      'memoryLimits.storeNameCharacters',
      'MemoryStoreUpdateParams.name maxLength',
    ],
    '1024': [
      'MemoryStoreCreateParams.description maxLength',
      'memoryLimits.storeDescriptionCharacters',
      'MemoryStoreUpdateParams.description maxLength',
    ],
  },
  'managed-agents > Limits > Memory store list limit': {
    '20': 'default of the service, see rule MEM-021',
    '100': ['GET /v1/memory_stores?limit maximum'],
    '1': ['GET /v1/memory_stores?limit minimum'],
  },
  'managed-agents > Limits > Session resource list limit': {
    '1000': ['GET /v1/sessions/{session_id}/resources?limit maximum'],
  },
  'managed-agents > Limits > User profile external_id and name': {
    '255': [
      'UserProfileCreateParams.external_id maxLength',
      'UserProfileCreateParams.name maxLength',
      'userProfileLimits.nameCharacters',
      'userProfileLimits.externalIdCharacters',
      'UserProfileUpdateParams.external_id maxLength',
      'UserProfileUpdateParams.name maxLength',
    ],
  },
  'managed-agents > Versioning > ': {
    '1': ['Agent.version minimum'],
  },
  'compliance > Compliance: chats > user_ids': {
    '1': ['GET /v1/compliance/apps/chats?user_ids minItems'],
    '10': ['GET /v1/compliance/apps/chats?user_ids maxItems'],
  },
  'compliance > Compliance: chats > limit': {
    '100': 'default of the service, see rule CMP-030',
    '1000': [
      'GET /v1/compliance/apps/chats?limit maximum',
      'GET /v1/compliance/apps/chats/{assistant_chat_id}/messages?limit maximum',
    ],
  },
  'compliance > Administration: invites > List': {
    '20': 'default of the service, see rule ADM-004',
    '1000': ['GET /v1/organizations/invites?limit maximum'],
    '1': ['GET /v1/organizations/invites?limit minimum'],
  },
  'compliance > Administration: users > List': {
    '20': 'default of the service, see rule ADM-004',
    '1000': ['GET /v1/organizations/users?limit maximum'],
    '1': ['GET /v1/organizations/users?limit minimum'],
  },
  'compliance > Administration: workspaces > List': {
    '20': 'default of the service, see rule ADM-004',
    '1000': ['GET /v1/organizations/workspaces?limit maximum'],
    '1': ['GET /v1/organizations/workspaces?limit minimum'],
  },
  'compliance > Limits > Chat list user_ids': {
    '1': ['GET /v1/compliance/apps/chats?user_ids minItems'],
    '10': ['GET /v1/compliance/apps/chats?user_ids maxItems'],
  },
  'compliance > Limits > Chat list limit': {
    '100': 'default of the service, see rule CMP-030',
    '1000': ['GET /v1/compliance/apps/chats?limit maximum'],
  },
  'compliance > Limits > Chat messages limit': {
    '1000': ['GET /v1/compliance/apps/chats/{assistant_chat_id}/messages?limit maximum'],
  },
  'compliance > Limits > Administration list limit': {
    '20': 'default of the service, see rule ADM-004',
    '1': [
      'GET /v1/organizations/invites?limit minimum',
      'GET /v1/organizations/users?limit minimum',
      'GET /v1/organizations/workspaces?limit minimum',
    ],
    '1000': [
      'GET /v1/organizations/invites?limit maximum',
      'GET /v1/organizations/users?limit maximum',
      'GET /v1/organizations/workspaces?limit maximum',
    ],
  },
};
