/**
 * Public entry of `@parlance/inference`: the client for messages, token counting, models and legacy completions, its
 * helpers, the errors it throws and every type of the inference API. Helpers that read files from disk are in
 * `@parlance/inference/files`.
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
  AttachmentError,
  blockFromBytes,
  documentFromText,
  imageFromBase64,
  imageFromUrl,
  pdfFromBase64,
  pdfFromUrl,
} from './content/blocks.js';
export type { ByteFacts, DocumentFacts } from './content/blocks.js';
export { sniffMediaType } from './content/sniff-media-type.js';
export type { AttachableMediaType } from './content/sniff-media-type.js';
export { Conversation, trimToTokenBudget, mergeTurns, addCacheBreakpoints } from './conversation.js';
export type { CacheBreakpointOptions, TokenBudgetParams } from './conversation.js';
export { messageCost } from './message-cost.js';
export type { MessageCost, ModelPrices, PriceTable } from './message-cost.js';
export { createUntilComplete, PauseLimitError } from './resume-turn.js';
export type { UntilCompleteOptions } from './resume-turn.js';
export { createStructured, outputFormat, OutputError, parseOutput } from './structured-output.js';
export type { StructuredOutput } from './structured-output.js';
export { sumUsage } from './sum-usage.js';
export { defineTool } from './tools/define-tool.js';
export type { RunnableTool, ToolContext, ToolOutput, ToolParts } from './tools/define-tool.js';
export type { FromJsonSchema, JsonSchema } from './tools/from-json-schema.js';
export { runTools } from './tools/run-tools.js';
export type { ToolRunOptions } from './tools/run-tools.js';
export { streamTools } from './tools/stream-tools.js';
export type {
  ToolEventUpdate,
  ToolReplyUpdate,
  ToolRunUpdate,
  ToolStreamOptions,
} from './tools/stream-tools.js';
export type { ToolStepUpdate } from './tools/tool-loop.js';
export { TurnLimitError } from './tools/tool-run.js';
export type { ToolRun, ToolRunParams, ToolStep } from './tools/tool-run.js';
export type {
  StandardIssue,
  StandardProperties,
  StandardResult,
  StandardSchema,
} from './tools/standard-schema.js';
export type { ValueProblem } from './tools/value-problem.js';
export type { AnySchema, ValueOf } from './tools/value-schema.js';
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
  CursorRefusedError,
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
  localRateLimiter,
  mapCalls,
} from '@parlance/core-transport';
export type {
  CallOptions,
  CallPriority,
  ClientOptions,
  Credential,
  ListOptions,
  LocalRateLimiterOptions,
  MapCallsOptions,
  MapCallsProgress,
  MappedCall,
  MappedCallOptions,
  Page,
  Checkpoint,
  RateLimiter,
  RateLimits,
} from '@parlance/core-transport';
export type * from '@parlance/schemas/inference';
