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
export { ChatMessages } from './chat-messages.js';
export type { ChatMessagesPage } from './chat-messages.js';
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
export { partitionUsers } from './partition-users.js';
export type { PartitionUsersOptions } from './partition-users.js';
export {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  BillingError,
  ConfigError,
  ConflictError,
  ConnectionError,
  CursorRefusedError,
  DownloadError,
  InvalidParamsError,
  NotFoundError,
  OverloadedError,
  PagingError,
  ParlanceError,
  PermissionError,
  RateLimitError,
  RequestTooLargeError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  localRateLimiter,
  mapCalls,
  readDownload,
  saveDownload,
} from '@parlance/core-transport';
export type {
  ApiPromise,
  CallOptions,
  CallPriority,
  Checkpoint,
  ClientOptions,
  Credential,
  Download,
  ListOptions,
  LocalRateLimiterOptions,
  MapCallsOptions,
  MapCallsProgress,
  MappedCall,
  MappedCallOptions,
  Page,
  Paginator,
  RateLimiter,
  RateLimits,
  ReadDownloadOptions,
  SavedDownload,
  SaveDownloadOptions,
  WithResponse,
} from '@parlance/core-transport';
export type * from '@parlance/schemas/compliance';
