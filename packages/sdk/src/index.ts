/**
 * Public entry of `@parlance/sdk`: all Parlance clients behind one object, and the errors they throw.
 *
 * @packageDocumentation
 */
export { Parlance } from './parlance.js';
export type { ParlanceOptions } from './parlance.js';
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
  StreamError,
  TimeoutError,
  UnexpectedResponseError,
  localRateLimiter,
  mapCalls,
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
  WithResponse,
} from '@parlance/core-transport';
export type * from '@parlance/schemas/admin';
export type * from '@parlance/schemas/compliance';
export type * from '@parlance/schemas/inference';
export type * from '@parlance/schemas/managed-agents';
