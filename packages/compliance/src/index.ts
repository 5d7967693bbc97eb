/**
 * Public entry of `@parlance/compliance`: the client for chats, activities, downloads and the directory, and the
 * errors it throws.
 * Only an explicit, named list of re-exports belongs here.
 *
 * @packageDocumentation
 */
export { ComplianceClient } from './compliance-client.js';
export type { ComplianceClientOptions, ComplianceKeyHeader } from './compliance-client.js';
export { Activities } from './activities.js';
export { ActivityTail } from './activity-tail.js';
export type { ActivityTailPage, ActivityTailParams, ActivityTailParts } from './activity-tail.js';
export type {
  ActivityTailCheckpoint,
  ActivityTailOptions,
  ActivityTailWaiting,
} from './activity-tail-options.js';
export type { ChatDeletion, ChatDeletionOutcome } from './chat-deletion.js';
export { ChatMessages, type ChatMessagesPage } from './chat-messages.js';
export { Chats } from './chats.js';
export { ChatsForUsers } from './chats-for-users.js';
export type {
  ChatsForUsersOptions,
  ChatsForUsersPage,
  ChatsForUsersParams,
  ChatsForUsersParts,
  ChatsForUsersCheckpoint,
} from './chats-for-users.js';
export { Artifacts, Files, GeneratedFiles } from './downloads.js';
export { Organizations } from './organizations.js';
export { Projects } from './projects.js';
export { partitionUsers, type PartitionUsersOptions } from './partition-users.js';
export * from '@parlance/core-transport/client-exports';
export { DownloadError, readDownload, saveDownload } from '@parlance/core-transport';
export type {
  Download,
  ReadDownloadOptions,
  SavedDownload,
  SaveDownloadOptions,
} from '@parlance/core-transport';
export type * from '@parlance/schemas/compliance';
