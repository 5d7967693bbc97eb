/** Schemas of events of the agent. */
import * as z from 'zod';
import { record, timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import type * as types from './agent-events.js';
import type { ModelSpeed } from './agents.js';
import { SessionMessageContentSchema, SessionToolResultContentSchema } from './session-content.schema.js';
import type { SessionRedactedBlock, SessionTextBlock } from './session-content.js';

const base = { id: z.string().startsWith('sevt_'), processed_at: timestamp };
const thread = { session_thread_id: z.string().nullish() };
const permission = {
  evaluated_permission: openEnum<types.EvaluatedPermission>().optional(),
  evaluation: openObject<types.ToolEvaluation>()({
    evaluated_permission: openUnion<NonNullable<types.ToolEvaluation['evaluated_permission']>>()(
      'type',
      {},
    ).optional(),
    type: openEnum<'always_allow' | 'always_ask' | 'auto'>(),
  }).optional(),
};
const call = { input: record(z.unknown()), name: z.string() };
const result = {
  content: z.array(SessionToolResultContentSchema).optional(),
  is_error: z.boolean().nullish(),
};
const cycle = { iteration: z.int().min(0), outcome_id: z.string() };

const usage: ObjectSchema<types.SpanModelUsage> = openObject<types.SpanModelUsage>()({
  cache_creation_input_tokens: z.int(),
  cache_read_input_tokens: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  speed: openEnum<ModelSpeed>().nullish(),
});

/** Members of {@link types.AgentEvent}, by type. */
export const agentEventMembers: {
  readonly [Type in types.AgentEvent['type']]: Schema<Extract<types.AgentEvent, { type: Type }>>;
} = {
  'agent.message': openObject<types.AgentMessageEvent>()({
    ...base,
    content: z.array(
      openUnion<types.AgentMessageEvent['content'][number]>()('type', {
        text: openObject<SessionTextBlock>()({ text: z.string(), type: z.literal('text') }),
        redacted: openObject<SessionRedactedBlock>()({ type: z.literal('redacted') }),
      }),
    ),
    type: z.literal('agent.message'),
  }),
  'agent.thinking': openObject<types.AgentThinkingEvent>()({ ...base, type: z.literal('agent.thinking') }),
  'agent.tool_use': openObject<types.AgentToolUseEvent>()({
    ...base,
    ...call,
    ...permission,
    ...thread,
    type: z.literal('agent.tool_use'),
  }),
  'agent.tool_result': openObject<types.AgentToolResultEvent>()({
    ...base,
    ...result,
    tool_use_id: z.string(),
    type: z.literal('agent.tool_result'),
  }),
  'agent.mcp_tool_use': openObject<types.AgentMcpToolUseEvent>()({
    ...base,
    ...call,
    ...permission,
    ...thread,
    mcp_server_name: z.string(),
    type: z.literal('agent.mcp_tool_use'),
  }),
  'agent.mcp_tool_result': openObject<types.AgentMcpToolResultEvent>()({
    ...base,
    ...result,
    mcp_tool_use_id: z.string(),
    type: z.literal('agent.mcp_tool_result'),
  }),
  'agent.custom_tool_use': openObject<types.AgentCustomToolUseEvent>()({
    ...base,
    ...call,
    ...thread,
    type: z.literal('agent.custom_tool_use'),
  }),
  'agent.thread_context_compacted': openObject<types.AgentThreadContextCompactedEvent>()({
    ...base,
    type: z.literal('agent.thread_context_compacted'),
  }),
  'agent.thread_message_received': openObject<types.AgentThreadMessageReceivedEvent>()({
    ...base,
    content: z.array(SessionMessageContentSchema),
    from_session_thread_id: z.string(),
    type: z.literal('agent.thread_message_received'),
    from_agent_name: z.string().nullish(),
  }),
  'agent.thread_message_sent': openObject<types.AgentThreadMessageSentEvent>()({
    ...base,
    content: z.array(SessionMessageContentSchema),
    to_session_thread_id: z.string(),
    type: z.literal('agent.thread_message_sent'),
    to_agent_name: z.string().nullish(),
  }),
  'span.model_request_start': openObject<types.SpanModelRequestStartEvent>()({
    ...base,
    type: z.literal('span.model_request_start'),
  }),
  'span.model_request_end': openObject<types.SpanModelRequestEndEvent>()({
    ...base,
    is_error: z.boolean().nullish(),
    model_request_start_id: z.string(),
    model_usage: usage,
    type: z.literal('span.model_request_end'),
  }),
  'span.outcome_evaluation_start': openObject<types.SpanOutcomeEvaluationStartEvent>()({
    ...base,
    ...cycle,
    type: z.literal('span.outcome_evaluation_start'),
  }),
  'span.outcome_evaluation_ongoing': openObject<types.SpanOutcomeEvaluationOngoingEvent>()({
    ...base,
    ...cycle,
    type: z.literal('span.outcome_evaluation_ongoing'),
  }),
  'span.outcome_evaluation_end': openObject<types.SpanOutcomeEvaluationEndEvent>()({
    ...base,
    ...cycle,
    explanation: z.string(),
    outcome_evaluation_start_id: z.string(),
    result: openEnum<types.OutcomeVerdict>(),
    type: z.literal('span.outcome_evaluation_end'),
    usage,
  }),
};
