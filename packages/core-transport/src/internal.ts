/**
 * Entry `@parlance/core-transport/internal`: the building blocks of the client packages. Not for users: it may change
 * in any release. What belongs here: an explicit, named list of re-exports, and nothing else.
 *
 * @packageDocumentation
 */
export { bindToCaller } from './caller-context.js';
export { openDownload } from './downloads/download.js';
export { openLines, type OpenLines } from './downloads/open-lines.js';
export { hide } from './errors/parlance-error.js';
export { Files, uploadedFile } from './files/files.js';
export { PartialJson } from './json/partial-json.js';
export { systemClock } from './clock.js';
export {
  requireFunction,
  requireIterable,
  requireObject,
  requireObjects,
  requireText,
} from './checks/check-arguments.js';
export { ownCheckpoint } from './checks/own-checkpoint.js';
export { misfit } from './checks/shape.js';
export { inputTokens, passesOf, tokenCounts } from './observability/token-counts.js';
export { isLoopback } from './options/base-url.js';
export { checkCallOptions } from './options/check-options.js';
export type { ClientProfile } from './options/client-profile.js';
export {
  atLeastZero,
  checkRecord,
  duration,
  finiteDuration,
  integerFromOne,
  isA,
  must,
  wholeNumber,
  withMethods,
  wrong,
} from './checks/option-checks.js';
export type { Check, Checks } from './checks/option-checks.js';
export { mergeOptions } from './options/merge-options.js';
export type { TransportInternals } from './client-settings.js';
export { CallCancellation } from './pipeline/cancellation.js';
export { isHeaderValue } from './checks/header-values.js';
export { isLasting, mayRetry, retryAfterMs, retryWaitMs } from './pipeline/retry-policy.js';
export { wait } from './pipeline/pause.js';
export { checkQuery } from './pipeline/query-string.js';
export { splitParams } from './pipeline/split-params.js';
export { filterDigest } from './paging/filter-digest.js';
export type { Accumulator, EventStreamParts } from './streaming/event-feed.js';
export { openStream, streamParts } from './streaming/open-stream.js';
export { listFilterDigest, Transport, type InputOf } from './transport.js';
export { requireTransport, ServiceClient } from './service-client.js';
export { advanced, permittedAt, refused, responded, sent, UNKNOWN_PACE } from './rate-limits/pace.js';
export type { Pace } from './rate-limits/pace.js';
export { writeMultipart, type WrittenBody } from './uploads/multipart.js';
export { guarded } from './observability/guarded.js';
