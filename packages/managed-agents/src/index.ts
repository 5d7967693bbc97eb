/**
 * Public entry of `@parlance/managed-agents`: client for agents, sessions, vaults, memory stores and user
 * profiles, and the errors it throws.
 * What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export { Agents } from './agents.js';
export { ManagedAgentsClient, type ManagedAgentsClientOptions } from './managed-agents-client.js';
export type {
  AgentCreateInput,
  AgentToolInput,
  AgentUpdateInput,
  DefinedTool,
  SessionAgentInput,
  SessionUpdateInput,
} from './defined-tool.js';
export { Environments } from './environments.js';
export { EnvironmentWorkQueue, type EnvironmentWorkPollInput } from './environment-work.js';
export { Files } from '@parlance/core-transport/internal';
export * from '@parlance/core-transport/client-exports';
export type {
  FileUploadInput,
  FileUploadOptions,
  UploadPath,
  UploadProgress,
  Download,
  ReadDownloadOptions,
  SavedDownload,
  SaveDownloadOptions,
} from '@parlance/core-transport';
export { Memories } from './memories.js';
export { MemoryStores } from './memory-stores.js';
export { MemoryVersions } from './memory-versions.js';
export { SessionEvents } from './session-events.js';
export { SessionResources } from './session-resources.js';
export { SessionThreads } from './session-threads.js';
export { Sessions } from './sessions.js';
export { UserProfiles } from './user-profiles.js';
export { VaultCredentials } from './vault-credentials.js';
export { Vaults } from './vaults.js';
export { SessionFeed, type FeedCheckpoint, type FeedSource, type FollowOptions } from './session-feed.js';
export type { PermissionAnswer, PermissionRequest } from './session-answers.js';
export { SessionError, ToolError, type SessionErrorCode, type ToolErrorCode } from './session-errors.js';
export type { SessionRunOptions, SessionRunResult } from './session-run-options.js';
export type { OutcomeProgress, OutcomeRound } from './outcome-progress.js';
export { sessionStateOf } from './session-state.js';
export type { PendingToolUse, SessionState, StartedThread } from './session-state.js';
export type { SessionTool, SessionToolContext } from './session-tools.js';
export type { ToolCall, ToolUse } from './tool-call.js';
export type { WatchOptions } from './session-watch.js';
export { memoryLedger } from './tool-ledger.js';
export type {
  LedgerClaim,
  LedgerHold,
  MemoryLedgerOptions,
  StoredToolResult,
  ToolLedger,
} from './tool-ledger.js';
export { DownloadError, StreamError, readDownload, saveDownload } from '@parlance/core-transport';
export type * from '@parlance/schemas/managed-agents';
