/**
 * Limits of managed agents, for example to validate forms before sending a request. The schemas enforce the same
 * limits.
 */

/**
 * Limits of an agent's definition. Lengths are in characters (Unicode code points).
 *
 * @source managed-agents > Agent
 */
export const agentLimits = {
  /** Maximum length of a name. The minimum is 1. */
  nameCharacters: 256,
  /** Maximum length of a description. */
  descriptionCharacters: 2048,
  /** Maximum length of a system prompt. */
  systemCharacters: 100_000,
  /** Maximum number of tools across all toolsets, as {@link countAgentTools} counts them. */
  tools: 128,
  /** Maximum length of the name of a custom tool, or of a tool of an MCP server. */
  toolNameCharacters: 128,
  /** Maximum length of the description of a custom tool. */
  toolDescriptionCharacters: 1024,
  /** Maximum number of MCP servers. */
  mcpServers: 20,
  /** Maximum length of the name of an MCP server. */
  mcpServerNameCharacters: 255,
  /** Maximum number of skills. */
  skills: 20,
  /** Maximum number of agents in a coordinator's roster. The minimum is 1. */
  rosterAgents: 20,
} as const;

/**
 * Limits of a session and its events.
 *
 * @source managed-agents > Session
 */
export const sessionLimits = {
  /** Maximum number of attached files. */
  files: 999,
  /** Maximum number of attached memory stores. */
  memoryStores: 8,
  /** Maximum length of the instructions for a memory store, in characters. */
  instructionsCharacters: 4096,
  /** Maximum length of the criteria of an outcome as text, in characters. */
  rubricCharacters: 262_144,
  /** Maximum number of revision cycles of an outcome. The minimum is 1. */
  outcomeIterations: 20,
  /** Maximum number of events that start a session. Not in the documents; see 1.3.3. */
  initialEvents: 50,
  /** Maximum number of texts of a system message. The minimum is 1. Not in the documents; see 1.3.6. */
  systemMessageTexts: 1000,
} as const;

/**
 * Limits of a memory store and its memories.
 *
 * @source managed-agents > Memory store
 */
export const memoryLimits = {
  /** Maximum length of the name of a store, in characters. */
  storeNameCharacters: 255,
  /** Maximum length of the description of a store, in characters. */
  storeDescriptionCharacters: 1024,
  /** Maximum size of the content of a memory, in bytes of UTF-8. */
  contentBytes: 102_400,
  /** Maximum length of the path of a memory, in bytes of UTF-8. */
  pathBytes: 1024,
  /** Maximum number of segments of the path of a memory. */
  pathSegments: 20,
} as const;

/**
 * Limits of a vault and its credentials.
 *
 * @source managed-agents > Vault
 */
export const vaultLimits = {
  /** Maximum length of the name of a vault or a credential, in characters. */
  nameCharacters: 255,
  /** Maximum number of credentials in a vault. */
  credentials: 20,
} as const;

/**
 * Limits of a user profile.
 *
 * @source managed-agents > User profile
 */
export const userProfileLimits = {
  /** Maximum length of the name, in characters. */
  nameCharacters: 255,
  /** Maximum length of the identifier in your system, in characters. */
  externalIdCharacters: 255,
} as const;
