/** Schemas of events of the agent. */
import { s } from '../kit/schema.js';
import { timestamp } from '../kit/limits.schema.js';
import { openEnum, openObject, openUnion, type Schema } from '../kit/schema.js';
import type {
  AgentCustomToolUseEvent,
  AgentEvent,
  AgentMcpToolResultEvent,
  AgentMcpToolUseEvent,
  AgentMessageEvent,
  AgentThinkingEvent,
  AgentThreadContextCompactedEvent,
  AgentThreadMessageReceivedEvent,
  AgentThreadMessageSentEvent,
  AgentToolResultEvent,
  AgentToolUseEvent,
  EvaluatedPermission,
  OutcomeVerdict,
  SpanModelRequestEndEvent,
  SpanModelRequestStartEvent,
  SpanModelUsage,
  SpanOutcomeEvaluationEndEvent,
  SpanOutcomeEvaluationOngoingEvent,
  SpanOutcomeEvaluationStartEvent,
} from './agent-events.js';
import type { ModelSpeed } from './agents.js';
import { SessionMessageContentSchema, SessionToolResultContentSchema } from './session-content.schema.js';
import type { SessionTextBlock } from './session-content.js';

const base = { id: s.string().startsWith('sevt_'), processed_at: timestamp };
const thread = { session_thread_id: s.string().nullable().optional() };
const permission = { evaluated_permission: openEnum<EvaluatedPermission>().optional() };
const call = { input: s.record(s.unknown()), name: s.string() };
const result = {
  content: s.array(SessionToolResultContentSchema).optional(),
  is_error: s.boolean().nullable().optional(),
};
const cycle = { iteration: s.int().min(0), outcome_id: s.string() };

const usage: Schema<SpanModelUsage> = openObject<SpanModelUsage>()({
  cache_creation_input_tokens: s.int(),
  cache_read_input_tokens: s.int(),
  input_tokens: s.int(),
  output_tokens: s.int(),
  speed: openEnum<ModelSpeed>().nullable().optional(),
});

/** Members of {@link AgentEvent}, by type. */
export const agentEventMembers: {
  readonly [Type in AgentEvent['type']]: Schema<Extract<AgentEvent, { type: Type }>>;
} = {
  'agent.message': openObject<AgentMessageEvent>()({
    ...base,
    content: s.array(
      openUnion<AgentMessageEvent['content'][number]>()('type', {
        text: openObject<SessionTextBlock>()({ text: s.string(), type: s.literal('text') }),
      }),
    ),
    type: s.literal('agent.message'),
  }),
  'agent.thinking': openObject<AgentThinkingEvent>()({ ...base, type: s.literal('agent.thinking') }),
  'agent.tool_use': openObject<AgentToolUseEvent>()({
    ...base,
    ...call,
    ...permission,
    ...thread,
    type: s.literal('agent.tool_use'),
  }),
  'agent.tool_result': openObject<AgentToolResultEvent>()({
    ...base,
    ...result,
    tool_use_id: s.string(),
    type: s.literal('agent.tool_result'),
  }),
  'agent.mcp_tool_use': openObject<AgentMcpToolUseEvent>()({
    ...base,
    ...call,
    ...permission,
    ...thread,
    mcp_server_name: s.string(),
    type: s.literal('agent.mcp_tool_use'),
  }),
  'agent.mcp_tool_result': openObject<AgentMcpToolResultEvent>()({
    ...base,
    ...result,
    mcp_tool_use_id: s.string(),
    type: s.literal('agent.mcp_tool_result'),
  }),
  'agent.custom_tool_use': openObject<AgentCustomToolUseEvent>()({
    ...base,
    ...call,
    ...thread,
    type: s.literal('agent.custom_tool_use'),
  }),
  'agent.thread_context_compacted': openObject<AgentThreadContextCompactedEvent>()({
    ...base,
    type: s.literal('agent.thread_context_compacted'),
  }),
  'agent.thread_message_received': openObject<AgentThreadMessageReceivedEvent>()({
    ...base,
    content: s.array(SessionMessageContentSchema),
    from_session_thread_id: s.string(),
    type: s.literal('agent.thread_message_received'),
    from_agent_name: s.string().nullable().optional(),
  }),
  'agent.thread_message_sent': openObject<AgentThreadMessageSentEvent>()({
    ...base,
    content: s.array(SessionMessageContentSchema),
    to_session_thread_id: s.string(),
    type: s.literal('agent.thread_message_sent'),
    to_agent_name: s.string().nullable().optional(),
  }),
  'span.model_request_start': openObject<SpanModelRequestStartEvent>()({
    ...base,
    type: s.literal('span.model_request_start'),
  }),
  'span.model_request_end': openObject<SpanModelRequestEndEvent>()({
    ...base,
    is_error: s.boolean().nullable(),
    model_request_start_id: s.string(),
    model_usage: usage,
    type: s.literal('span.model_request_end'),
  }),
  'span.outcome_evaluation_start': openObject<SpanOutcomeEvaluationStartEvent>()({
    ...base,
    ...cycle,
    type: s.literal('span.outcome_evaluation_start'),
  }),
  'span.outcome_evaluation_ongoing': openObject<SpanOutcomeEvaluationOngoingEvent>()({
    ...base,
    ...cycle,
    type: s.literal('span.outcome_evaluation_ongoing'),
  }),
  'span.outcome_evaluation_end': openObject<SpanOutcomeEvaluationEndEvent>()({
    ...base,
    ...cycle,
    explanation: s.string(),
    outcome_evaluation_start_id: s.string(),
    result: openEnum<OutcomeVerdict>(),
    type: s.literal('span.outcome_evaluation_end'),
    usage,
  }),
};
