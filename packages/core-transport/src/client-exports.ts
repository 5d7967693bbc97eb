/**
 * Entry `@parlance/core-transport/client-exports`: what the package of each client re-exports, so that its users import from
 * one package. What belongs here: an explicit, named list of re-exports that makes sense with every client.
 *
 * @packageDocumentation
 */
export { ApiPromise, type WithResponse } from './api-promise.js';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  BillingError,
  ConflictError,
  NotFoundError,
  OverloadedError,
  PermissionError,
  RateLimitError,
  RequestTooLargeError,
  ServerError,
} from './errors/api-error.js';
export { CursorRefusedError } from './errors/cursor-refused-error.js';
export { ParlanceError } from './errors/parlance-error.js';
export {
  AbortedError,
  ConfigError,
  ConnectionError,
  InvalidParamsError,
  PagingError,
  TimeoutError,
} from './errors/request-errors.js';
export { UnexpectedResponseError } from './errors/response-errors.js';
export { mapCalls } from './map-calls/map-calls.js';
export type {
  MapCallsOptions,
  MapCallsProgress,
  MappedCall,
  MappedCallOptions,
} from './map-calls/mapped-call.js';
export type { CallOptions, ClientOptions, Credential, ListOptions } from './options/client-options.js';
export type { Checkpoint, Page } from './paging/page.js';
export { Paginator } from './paging/paginator.js';
export { localRateLimiter, type LocalRateLimiterOptions } from './rate-limits/local-rate-limiter.js';
export type { CallPriority, RateLimiter, RateLimits } from './rate-limits/rate-limiter.js';
