/**
 * Public entry of `@parlance/core-transport`: the HTTP, streaming, retry, paging and error handling that every
 * Parlance client is built on. What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @module index
 */
export * from './client-exports.js';
export { FetchAdapter, type FetchAdapterOptions } from './adapters/fetch-adapter.js';
export type { ResponseFacts } from './api-promise.js';
export type { Clock } from './clock.js';
export type { Download, OpenBody } from './downloads/download.js';
export { readDownload, type ReadDownloadOptions } from './downloads/read-download.js';
export { saveDownload, type SavedDownload, type SaveDownloadOptions } from './downloads/save-download.js';
export type { ApiErrorFacts } from './errors/api-error.js';
export type { CursorRefusedFacts } from './errors/cursor-refused-error.js';
export { DownloadError, type DownloadErrorCode } from './errors/download-error.js';
export type { CallFacts, ConnectionFacts, DeadlinePhase, AttemptRecord } from './errors/request-errors.js';
export { StreamError } from './errors/response-errors.js';
export type {
  StreamEndReason,
  StreamErrorFacts,
  UnexpectedResponseCode,
  UnexpectedResponseFacts,
} from './errors/response-errors.js';
export type {
  BodySink,
  Cancellation,
  HttpAdapter,
  HttpBody,
  HttpFailure,
  HttpHandler,
  HttpRequest,
  HttpResponse,
  Middleware,
} from './http-adapter.js';
export type { FileUploadInput, FileUploadOptions, UploadPath } from './files/files.js';
export type { UploadProgress } from './uploads/upload-progress.js';
export { bufferedBody, readBytes } from './adapters/buffered-body.js';
export type {
  RateLimit,
  ReportedLimit,
  Permit,
  PermitRequest,
  RateLimitResponse,
  RateLimitResult,
  WaitingRequests,
} from './rate-limits/rate-limiter.js';
export type { AttemptMessage, RateLimitWaitMessage } from './observability/diagnostics.js';
export type { Logger, LogLevel } from './observability/log-observer.js';
export type {
  Telemetry,
  TelemetryCall,
  TelemetryResult,
  TelemetryRun,
  TelemetryRunResult,
  TelemetryRunSpan,
  TelemetryScope,
  TelemetrySpan,
  TelemetryToolCall,
  TelemetryToolSpan,
} from './observability/telemetry-hooks.js';
export type {
  ClientRetryOptions,
  RateLimitOptions,
  RateLimitWait,
  RetryBudgetOptions,
  RetryOptions,
  TimeoutOptions,
} from './options/client-options.js';
export type { PaginatorParts } from './paging/paginator.js';
export type { Accumulator, EventFeed, FeedEnd, EventStreamParts } from './streaming/event-feed.js';
export { EventStream } from './streaming/event-stream.js';
export { openStream, type StreamExtra } from './streaming/open-stream.js';
export type { ServiceClient } from './service-client.js';
export { Transport, type InputOf, type ItemOf } from './transport.js';
export type { Operation, OperationShape } from '@parlance/schemas/kit';
