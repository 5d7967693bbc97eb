/** Limits of managed agents, for forms that tell them before a request is sent. The schemas check the same numbers. */

/**
 * Limits of an agent's definition. Lengths are in characters (Unicode code points).
 *
 * @source managed-agents > Agent
 */
export const agentLimits = {
  /** Longest name; the shortest has one character. */
  nameCharacters: 256,
  /** Longest description. */
  descriptionCharacters: 2048,
  /** Longest system prompt. */
  systemCharacters: 100_000,
  /** Most tools across all toolsets, as {@link countAgentTools} counts them. */
  tools: 128,
  /** Longest name of a custom tool, or of a tool of an MCP server. */
  toolNameCharacters: 128,
  /** Longest description of a custom tool. */
  toolDescriptionCharacters: 1024,
  /** Most MCP servers. */
  mcpServers: 20,
  /** Longest name of an MCP server. */
  mcpServerNameCharacters: 255,
  /** Most skills. */
  skills: 20,
  /** Most agents in a coordinator's roster; the least is one. */
  rosterAgents: 20,
} as const;

/**
 * Limits of a session and of what is sent to it.
 *
 * @source managed-agents > Session
 */
export const sessionLimits = {
  /** Most files attached. */
  files: 999,
  /** Most memory stores attached. */
  memoryStores: 8,
  /** Longest guidance that goes with a memory store, in characters. */
  instructionsCharacters: 4096,
  /** Longest text of an outcome's criteria, in characters. */
  rubricCharacters: 262_144,
  /** Most revision cycles of an outcome; the least is one. */
  outcomeIterations: 20,
} as const;

/**
 * Limits of a memory store and its memories.
 *
 * @source managed-agents > Memory store
 */
export const memoryLimits = {
  /** Longest name of a store, in characters. */
  storeNameCharacters: 255,
  /** Longest description of a store, in characters. */
  storeDescriptionCharacters: 1024,
  /** Largest content of a memory, in bytes of UTF-8. */
  contentBytes: 102_400,
  /** Longest path of a memory, in bytes of UTF-8. */
  pathBytes: 1024,
  /** Most segments of a memory's path. */
  pathSegments: 20,
} as const;

/**
 * Limits of a vault and its credentials.
 *
 * @source managed-agents > Vault
 */
export const vaultLimits = {
  /** Longest name of a vault, or of a credential, in characters. */
  nameCharacters: 255,
  /** Most credentials in a vault. */
  credentials: 20,
} as const;

/**
 * Limits of a user profile.
 *
 * @source managed-agents > User profile
 */
export const userProfileLimits = {
  /** Longest name, in characters. */
  nameCharacters: 255,
  /** Longest identifier of the platform's own, in characters. */
  externalIdCharacters: 255,
} as const;
