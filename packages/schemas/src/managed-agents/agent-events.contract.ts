/** Events of the agent and of its model and grader requests. */
import * as z from 'zod';
import { record, timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openEnum, openObject, openUnion, type Schema, union } from '../kit/schema.js';
import { ModelSpeed } from './agent-definition.contract.js';
import {
  SessionMessageContent,
  SessionRedactedBlock,
  SessionToolResultContent,
  shownText,
} from './session-content.contract.js';
import type * as types from './agent-events.js';

/** Fields of every event that the service emits. */
export const ServiceEventBase: ObjectSchema<types.ServiceEventBase> = openObject({
  /** Identifier, `sevt_...`. */
  id: z.string().startsWith('sevt_'),
  /** Time of the event (RFC 3339). */
  processed_at: timestamp,
});

const thread = {
  /** Thread of the call; null for the primary thread. */
  session_thread_id: z.string().nullish(),
};

/** Permission of a tool call: allowed, waiting for a confirmation, or denied. */
export const EvaluatedPermission: Schema<types.EvaluatedPermission> = z.enum(['allow', 'ask', 'deny']);

/** The policy that allowed the call of a tool, or requires a confirmation of it. */
export const ToolEvaluation: ObjectSchema<types.ToolEvaluation> = openObject({
  /** Decision of the policy `auto`; absent for other policies. */
  evaluated_permission: openUnion('type', []).optional(),
  /** The policy. */
  type: openEnum(['always_allow', 'always_ask', 'auto']),
});

const permission = {
  /** Permission of the call. */
  evaluated_permission: openEnum(EvaluatedPermission).optional(),
  /** The policy that was applied. Not in the documents; see 1.3.6. */
  evaluation: ToolEvaluation.optional(),
};

const call = {
  /** Input of the tool. */
  input: record(z.unknown()),
  /** Name of the tool. */
  name: z.string(),
};

const result = {
  /** The result. */
  content: z.array(SessionToolResultContent).optional(),
  /** Whether the tool failed. */
  is_error: z.boolean().nullish(),
};

const cycle = {
  /** Revision cycle, starting at 0. */
  iteration: z.int().min(0),
  /** Identifier of the outcome. */
  outcome_id: z.string(),
};

/** Tokens used by a model request. */
export const SpanModelUsage: ObjectSchema<types.SpanModelUsage> = openObject({
  /** Tokens written to the cache. */
  cache_creation_input_tokens: z.int(),
  /** Tokens read from the cache. */
  cache_read_input_tokens: z.int(),
  /** Input tokens. */
  input_tokens: z.int(),
  /** Output tokens. */
  output_tokens: z.int(),
  /** Speed of the model; null when unknown. */
  speed: openEnum(ModelSpeed).nullish(),
});

/** A message from the agent. */
export const AgentMessageEvent: ObjectSchema<types.AgentMessageEvent> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  /** Content of the message. */
  content: z.array(openUnion('type', [shownText, SessionRedactedBlock])),
  type: z.literal('agent.message'),
});

/** The agent is thinking. The content is not included. */
export const AgentThinkingEvent: ObjectSchema<types.AgentThinkingEvent> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  type: z.literal('agent.thinking'),
});

/** The agent calls a built-in tool. */
export const AgentToolUseEvent: ObjectSchema<types.AgentToolUseEvent> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  ...call,
  ...permission,
  ...thread,
  type: z.literal('agent.tool_use'),
});

/** Result of a built-in tool. */
export const AgentToolResultEvent: ObjectSchema<types.AgentToolResultEvent> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  ...result,
  /** Identifier of the `agent.tool_use` event. */
  tool_use_id: z.string(),
  type: z.literal('agent.tool_result'),
});

/** The agent calls a tool of an MCP server. */
export const AgentMcpToolUseEvent: ObjectSchema<types.AgentMcpToolUseEvent> = openObject('ServiceEventBase', {
  ...ServiceEventBase.shape,
  ...call,
  ...permission,
  ...thread,
  /** Name of the server. */
  mcp_server_name: z.string(),
  type: z.literal('agent.mcp_tool_use'),
});

/** Result of a tool of an MCP server. */
export const AgentMcpToolResultEvent: ObjectSchema<types.AgentMcpToolResultEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    ...result,
    /** Identifier of the `agent.mcp_tool_use` event. */
    mcp_tool_use_id: z.string(),
    type: z.literal('agent.mcp_tool_result'),
  },
);

/**
 * The agent calls a custom tool. The session goes idle and waits for `user.custom_tool_result`.
 *
 * @source managed-agents > Events
 */
export const AgentCustomToolUseEvent: ObjectSchema<types.AgentCustomToolUseEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    ...call,
    ...thread,
    type: z.literal('agent.custom_tool_use'),
  },
);

/** Older parts of a thread's context were replaced with a summary. */
export const AgentThreadContextCompactedEvent: ObjectSchema<types.AgentThreadContextCompactedEvent> =
  openObject('ServiceEventBase', {
    ...ServiceEventBase.shape,
    type: z.literal('agent.thread_context_compacted'),
  });

/** A thread received a message from another. */
export const AgentThreadMessageReceivedEvent: ObjectSchema<types.AgentThreadMessageReceivedEvent> =
  openObject('ServiceEventBase', {
    ...ServiceEventBase.shape,
    /** Content of the message. */
    content: z.array(SessionMessageContent),
    /** Thread that sent the message. */
    from_session_thread_id: z.string(),
    type: z.literal('agent.thread_message_received'),
    /** Name of the agent that sent the message. */
    from_agent_name: z.string().nullish(),
  });

/** A thread sent a message to another. */
export const AgentThreadMessageSentEvent: ObjectSchema<types.AgentThreadMessageSentEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    /** Content of the message. */
    content: z.array(SessionMessageContent),
    /** Thread that receives the message. */
    to_session_thread_id: z.string(),
    type: z.literal('agent.thread_message_sent'),
    /** Name of the agent that receives the message. */
    to_agent_name: z.string().nullish(),
  },
);

/** A model request starts. */
export const SpanModelRequestStartEvent: ObjectSchema<types.SpanModelRequestStartEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    type: z.literal('span.model_request_start'),
  },
);

/** A model request ends. */
export const SpanModelRequestEndEvent: ObjectSchema<types.SpanModelRequestEndEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    /** Whether the request failed; null or absent when unknown. */
    is_error: z.boolean().nullish(),
    /** Identifier of the event that started the request. */
    model_request_start_id: z.string(),
    /** Tokens used by the request. */
    model_usage: SpanModelUsage,
    type: z.literal('span.model_request_end'),
  },
);

/** The grader starts to evaluate an outcome. */
export const SpanOutcomeEvaluationStartEvent: ObjectSchema<types.SpanOutcomeEvaluationStartEvent> =
  openObject('ServiceEventBase', {
    ...ServiceEventBase.shape,
    ...cycle,
    type: z.literal('span.outcome_evaluation_start'),
  });

/** The grader is still evaluating an outcome. */
export const SpanOutcomeEvaluationOngoingEvent: ObjectSchema<types.SpanOutcomeEvaluationOngoingEvent> =
  openObject('ServiceEventBase', {
    ...ServiceEventBase.shape,
    ...cycle,
    type: z.literal('span.outcome_evaluation_ongoing'),
  });

/** Verdict of a grader. */
export const OutcomeVerdict: Schema<types.OutcomeVerdict> = z.enum([
  'needs_revision',
  'satisfied',
  'max_iterations_reached',
  'failed',
  'interrupted',
]);

/** The grader finished an evaluation. */
export const SpanOutcomeEvaluationEndEvent: ObjectSchema<types.SpanOutcomeEvaluationEndEvent> = openObject(
  'ServiceEventBase',
  {
    ...ServiceEventBase.shape,
    ...cycle,
    /** Explanation by the grader. */
    explanation: z.string(),
    /** Identifier of the event that started the evaluation. */
    outcome_evaluation_start_id: z.string(),
    /** Verdict of the grader. */
    result: openEnum(OutcomeVerdict),
    type: z.literal('span.outcome_evaluation_end'),
    /** Tokens used by the grader. */
    usage: SpanModelUsage,
  },
);

/** An event of the agent or of one of its requests. */
export const AgentEvent: Schema<types.AgentEvent> = union('type', [
  AgentMessageEvent,
  AgentThinkingEvent,
  AgentToolUseEvent,
  AgentToolResultEvent,
  AgentMcpToolUseEvent,
  AgentMcpToolResultEvent,
  AgentCustomToolUseEvent,
  AgentThreadContextCompactedEvent,
  AgentThreadMessageReceivedEvent,
  AgentThreadMessageSentEvent,
  SpanModelRequestStartEvent,
  SpanModelRequestEndEvent,
  SpanOutcomeEvaluationStartEvent,
  SpanOutcomeEvaluationOngoingEvent,
  SpanOutcomeEvaluationEndEvent,
]);
