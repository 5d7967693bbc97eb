/** The schemas of every operation of inference, by id. */
import type { SchemasFor } from '../kit/schema.js';
import { completionSchemas } from './completions.schema.js';
import { messageBatchSchemas } from './message-batches.schema.js';
import { messageSchemas } from './messages.schema.js';
import { modelSchemas } from './models.schema.js';
import type { InferenceOperations } from './operations.js';
import { skillSchemas, skillVersionSchemas } from './skills.schema.js';

/** Schemas of every operation of inference, by id. */
export const inferenceSchemas: SchemasFor<InferenceOperations> = {
  ...messageSchemas,
  ...messageBatchSchemas,
  ...modelSchemas,
  ...completionSchemas,
  ...skillSchemas,
  ...skillVersionSchemas,
};

export { CacheControlSchema } from './cache-control.schema.js';
export { CitationsConfigSchema } from './citations.schema.js';
export { CompletionCreateParamsSchema, CompletionSchema } from './completions.schema.js';
export { ContentBlockParamSchema, ContentBlockSchema, TextBlockSchema } from './content-blocks.schema.js';
export {
  DocumentBlockParamSchema,
  ImageBlockParamSchema,
  SearchResultBlockParamSchema,
  TextBlockParamSchema,
  ToolResultBlockParamSchema,
} from './input-blocks.schema.js';
export {
  ContainerParamSchema,
  ContextManagementSchema,
  DiagnosticsParamSchema,
  JsonOutputFormatSchema,
  McpServerSchema,
  OutputConfigSchema,
  RequestMetadataSchema,
  ThinkingConfigSchema,
} from './message-options.schema.js';
export {
  batchRequests,
  MessageBatchCreateParamsSchema,
  MessageBatchIndividualResponseSchema,
  MessageBatchRequestParamsSchema,
  MessageBatchRequestSchema,
  MessageBatchSchema,
} from './message-batches.schema.js';
export { PingEventSchema } from './message-stream.schema.js';
export {
  MessageCountTokensParamsSchema,
  MessageCreateParamsSchema,
  MessageParamSchema,
  MessageSchema,
  MessageTokensCountSchema,
} from './messages.schema.js';
export { ModelInfoSchema, ModelListParamsSchema } from './models.schema.js';
export {
  SkillCreateParamsSchema,
  SkillSchema,
  SkillSourceSchema,
  SkillVersionCreateParamsSchema,
  SkillVersionSchema,
} from './skills.schema.js';
export { ToolChoiceSchema, ToolSchema } from './tools.schema.js';
export { MessageDeltaUsageSchema, UsageSchema } from './usage.schema.js';
