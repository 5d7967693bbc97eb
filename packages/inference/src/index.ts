/**
 * Public entry of `@parlance/inference`: the client for messages, token counting, models and legacy completions, its
 * helpers, the errors it throws and every type of the inference API. Helpers that read files from disk are in
 * `@parlance/inference/files`.
 *
 * @module index
 */
export { InferenceClient, type InferenceClientOptions } from './inference-client.js';
export type { MessageParams, Messages } from './messages.js';
export type { MessageBatches } from './message-batches.js';
export { BatchResultsError, type BatchResultsErrorCode } from './batches/batch-results-error.js';
export type { BatchInRun, BatchRunCheckpoint, IdDigest } from './batches/batch-run-checkpoint.js';
export { runBatch } from './batches/run-batch.js';
export type { BatchRunOptions, BatchRunProgress } from './batches/batch-run-options.js';
export type { BatchWaitOptions } from './batches/wait-for-batch.js';
export { MessageStream, type MessageStreamListeners, type MessageStreamParts } from './message-stream.js';
export { Files } from '@parlance/core-transport/internal';
export type { SkillCreateInput, SkillVersionCreateInput } from './skill-upload.js';
export type { SkillVersions } from './skill-versions.js';
export type { Skills } from './skills.js';
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
export { sniffMediaType, type AttachableMediaType } from './content/sniff-media-type.js';
export { Conversation, trimToTokenBudget, mergeTurns, addCacheBreakpoints } from './conversation.js';
export type { CacheBreakpointOptions, TokenBudgetParams } from './conversation.js';
export { messageCost, sumCosts } from './message-cost.js';
export type { MessageCost, ModelPrices, PriceTable } from './message-cost.js';
export { createUntilComplete, PauseLimitError, type UntilCompleteOptions } from './resume-turn.js';
export { streamElements, type ElementParams } from './output/element-stream.js';
export { OutputError } from './output/output-result.js';
export type {
  OutputFailure,
  OutputIncomplete,
  OutputMismatch,
  OutputNotJson,
  OutputRefused,
  OutputResult,
  OutputTruncated,
} from './output/output-result.js';
export type { DeepPartial } from './output/partial-output.js';
export {
  createStructured,
  outputFormat,
  parseOutput,
  safeCreateStructured,
  safeParseOutput,
  type StructuredOptions,
  type StructuredOutput,
  type StructuredParams,
  type StructuredResult,
} from './output/structured-output.js';
export { streamStructured, type StructuredStream } from './output/structured-stream.js';
export { sumUsage } from './sum-usage.js';
export { defineTool } from './tools/define-tool.js';
export type {
  AnyRunnableTool,
  NamedTool,
  RunnableTool,
  ToolContext,
  ToolOutput,
  ToolParts,
} from './tools/define-tool.js';
export type { FromJsonSchema, JsonSchema } from './value-schema/from-json-schema.js';
export type { PrepareStep, PrepareStepState } from './tools/prepare-step.js';
export { runTools, type ToolRunOptions } from './tools/run-tools.js';
export { costReaches, hasToolCall, stepCountIs, tokenUsageReaches } from './tools/stop-conditions.js';
export type { StopCondition } from './tools/stop-conditions.js';
export { streamTools } from './tools/stream-tools.js';
export type {
  ToolEventUpdate,
  ToolOutputUpdate,
  ToolReplyUpdate,
  ToolRunUpdate,
} from './tools/stream-tools.js';
export type { ApproveTool, ToolApproval, ToolApprovalContext } from './tools/tool-approval.js';
export { ToolResultError } from './tools/tool-result-error.js';
export type {
  ToolApprovalUpdate,
  ToolCheckpointUpdate,
  ToolLoopUpdate,
  ToolStepUpdate,
} from './tools/tool-loop.js';
export type { ToolLoopOptions } from './tools/tool-loop-options.js';
export type { ToolRunCheckpoint } from './tools/tool-run-checkpoint.js';
export { ToolRunOutputError, TurnLimitError } from './tools/tool-run.js';
export type {
  CompletedToolRun,
  PendingToolRun,
  StoppedToolRun,
  ToolCallResult,
  ToolRun,
  ToolRunParams,
  ToolRunProgress,
  ToolStep,
} from './tools/tool-run.js';
export type {
  StandardIssue,
  StandardProperties,
  StandardResult,
  StandardSchema,
} from './value-schema/standard-schema.js';
export type { ValueProblem } from './value-schema/value-problem.js';
export type { AnySchema, OutputOf, ValueOf } from './value-schema/value-schema.js';
export * from '@parlance/core-transport/client-exports';
export {
  DownloadError,
  EventStream,
  StreamError,
  readDownload,
  saveDownload,
  type Download,
  type FileUploadInput,
  type FileUploadOptions,
  type ReadDownloadOptions,
  type SavedDownload,
  type SaveDownloadOptions,
  type UploadPath,
  type UploadProgress,
} from '@parlance/core-transport';
export type * from '@parlance/schemas/inference';
