/**
 * Public entry of `@parlance/inference`: the client of messages, token counting, models and legacy completions, the
 * errors it throws and the types it takes and gives. Helpers have entries of their own.
 *
 * @packageDocumentation
 */
export { InferenceClient } from './inference-client.js';
export type { InferenceClientOptions } from './inference-client.js';
export type { MessageParams, Messages } from './messages.js';
export { MessageStream } from './message-stream.js';
export type { MessageStreamListeners, MessageStreamParts } from './message-stream.js';
export type { Models } from './models.js';
export type { CompletionParams, Completions } from './completions.js';
export {
  AbortedError,
  ApiError,
  ApiPromise,
  AuthenticationError,
  BadRequestError,
  BillingError,
  ConfigError,
  ConflictError,
  ConnectionError,
  EventStream,
  InvalidParamsError,
  NotFoundError,
  OverloadedError,
  PagingError,
  Paginator,
  ParlanceError,
  PermissionError,
  RateLimitError,
  RequestTooLargeError,
  ServerError,
  StreamError,
  TimeoutError,
  UnexpectedResponseError,
} from '@parlance/core-transport';
export type {
  CallOptions,
  ClientOptions,
  Credential,
  ListOptions,
  Page,
  PagePosition,
  RateLimits,
} from '@parlance/core-transport';
export type {
  Beta,
  Completion,
  CompletionCreateParams,
  CompletionStreamEvent,
  Container,
  ContentBlock,
  ContentBlockDelta,
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  Message,
  MessageCountTokensParams,
  MessageCreateParams,
  MessageParam,
  MessageStreamEvent,
  MessageTokensCount,
  Model,
  ModelInfo,
  ModelListParams,
  SearchResultBlockParam,
  StopReason,
  TextBlock,
  TextBlockParam,
  TextCitation,
  Tool,
  ToolChoice,
  ToolResultBlockParam,
  ToolUseBlock,
  Usage,
} from '@parlance/schemas';
