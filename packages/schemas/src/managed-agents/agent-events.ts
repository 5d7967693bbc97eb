/** Events of the agent and of its model and grader requests. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { ModelSpeed } from './agents.js';
import type {
  SessionMessageContent,
  SessionRedactedBlock,
  SessionTextBlock,
  SessionToolResultContent,
} from './session-content.js';

/** Fields of every event that the service emits. */
export interface ServiceEventBase {
  /** Identifier, `sevt_...`. */
  id: string;
  /** Time of the event (RFC 3339). */
  processed_at: string;
}

/** A message from the agent. */
export interface AgentMessageEvent extends ServiceEventBase {
  /** Content of the message. */
  content: (SessionTextBlock | SessionRedactedBlock | UnknownMember)[];
  /** Always `agent.message`. */
  type: 'agent.message';
}

/** The agent is thinking. The content is not included. */
export interface AgentThinkingEvent extends ServiceEventBase {
  /** Always `agent.thinking`. */
  type: 'agent.thinking';
}

/** Permission of a tool call: allowed, waiting for a confirmation, or denied. */
export type EvaluatedPermission = 'allow' | 'ask' | 'deny';

/** The policy that allowed the call of a tool, or requires a confirmation of it. */
export interface ToolEvaluation {
  /** Decision of the policy `auto`; absent for other policies. */
  evaluated_permission?: UnknownMember | undefined;
  /** The policy. */
  type: OpenEnum<'always_allow' | 'always_ask' | 'auto'>;
}

/** The agent calls a built-in tool. */
export interface AgentToolUseEvent extends ServiceEventBase {
  /** Input of the tool. */
  input: Record<string, unknown>;
  /** Name of the tool. */
  name: string;
  /** Always `agent.tool_use`. */
  type: 'agent.tool_use';
  /** Permission of the call. */
  evaluated_permission?: OpenEnum<EvaluatedPermission> | undefined;
  /** The policy that was applied. Not in the documents; see 1.3.6. */
  evaluation?: ToolEvaluation | undefined;
  /** Thread of the call; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** Result of a built-in tool. */
export interface AgentToolResultEvent extends ServiceEventBase {
  /** Identifier of the `agent.tool_use` event. */
  tool_use_id: string;
  /** Always `agent.tool_result`. */
  type: 'agent.tool_result';
  /** The result. */
  content?: SessionToolResultContent[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | null | undefined;
}

/** The agent calls a tool of an MCP server. */
export interface AgentMcpToolUseEvent extends ServiceEventBase {
  /** Input of the tool. */
  input: Record<string, unknown>;
  /** Name of the server. */
  mcp_server_name: string;
  /** Name of the tool. */
  name: string;
  /** Always `agent.mcp_tool_use`. */
  type: 'agent.mcp_tool_use';
  /** Permission of the call. */
  evaluated_permission?: OpenEnum<EvaluatedPermission> | undefined;
  /** The policy that was applied. Not in the documents; see 1.3.6. */
  evaluation?: ToolEvaluation | undefined;
  /** Thread of the call; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** Result of a tool of an MCP server. */
export interface AgentMcpToolResultEvent extends ServiceEventBase {
  /** Identifier of the `agent.mcp_tool_use` event. */
  mcp_tool_use_id: string;
  /** Always `agent.mcp_tool_result`. */
  type: 'agent.mcp_tool_result';
  /** The result. */
  content?: SessionToolResultContent[] | undefined;
  /** Whether the tool failed. */
  is_error?: boolean | null | undefined;
}

/**
 * The agent calls a custom tool. The session goes idle and waits for `user.custom_tool_result`.
 *
 * @source managed-agents > Events
 */
export interface AgentCustomToolUseEvent extends ServiceEventBase {
  /** Input of the tool. */
  input: Record<string, unknown>;
  /** Name of the tool. */
  name: string;
  /** Always `agent.custom_tool_use`. */
  type: 'agent.custom_tool_use';
  /** Thread of the call; null for the primary thread. */
  session_thread_id?: string | null | undefined;
}

/** Older parts of a thread's context were replaced with a summary. */
export interface AgentThreadContextCompactedEvent extends ServiceEventBase {
  /** Always `agent.thread_context_compacted`. */
  type: 'agent.thread_context_compacted';
}

/** A thread received a message from another. */
export interface AgentThreadMessageReceivedEvent extends ServiceEventBase {
  /** Content of the message. */
  content: SessionMessageContent[];
  /** Thread that sent the message. */
  from_session_thread_id: string;
  /** Always `agent.thread_message_received`. */
  type: 'agent.thread_message_received';
  /** Name of the agent that sent the message. */
  from_agent_name?: string | null | undefined;
}

/** A thread sent a message to another. */
export interface AgentThreadMessageSentEvent extends ServiceEventBase {
  /** Content of the message. */
  content: SessionMessageContent[];
  /** Thread that receives the message. */
  to_session_thread_id: string;
  /** Always `agent.thread_message_sent`. */
  type: 'agent.thread_message_sent';
  /** Name of the agent that receives the message. */
  to_agent_name?: string | null | undefined;
}

/** A model request starts. */
export interface SpanModelRequestStartEvent extends ServiceEventBase {
  /** Always `span.model_request_start`. */
  type: 'span.model_request_start';
}

/** Tokens used by a model request. */
export interface SpanModelUsage {
  /** Tokens written to the cache. */
  cache_creation_input_tokens: number;
  /** Tokens read from the cache. */
  cache_read_input_tokens: number;
  /** Input tokens. */
  input_tokens: number;
  /** Output tokens. */
  output_tokens: number;
  /** Speed of the model; null when unknown. */
  speed?: OpenEnum<ModelSpeed> | null | undefined;
}

/** A model request ends. */
export interface SpanModelRequestEndEvent extends ServiceEventBase {
  /** Whether the request failed; null or absent when unknown. */
  is_error?: boolean | null | undefined;
  /** Identifier of the event that started the request. */
  model_request_start_id: string;
  /** Tokens used by the request. */
  model_usage: SpanModelUsage;
  /** Always `span.model_request_end`. */
  type: 'span.model_request_end';
}

/** The grader starts to evaluate an outcome. */
export interface SpanOutcomeEvaluationStartEvent extends ServiceEventBase {
  /** Revision cycle, starting at 0. */
  iteration: number;
  /** Identifier of the outcome. */
  outcome_id: string;
  /** Always `span.outcome_evaluation_start`. */
  type: 'span.outcome_evaluation_start';
}

/** The grader is still evaluating an outcome. */
export interface SpanOutcomeEvaluationOngoingEvent extends ServiceEventBase {
  /** Revision cycle, starting at 0. */
  iteration: number;
  /** Identifier of the outcome. */
  outcome_id: string;
  /** Always `span.outcome_evaluation_ongoing`. */
  type: 'span.outcome_evaluation_ongoing';
}

/** Verdict of a grader. */
export type OutcomeVerdict =
  'needs_revision' | 'satisfied' | 'max_iterations_reached' | 'failed' | 'interrupted';

/** The grader finished an evaluation. */
export interface SpanOutcomeEvaluationEndEvent extends ServiceEventBase {
  /** Explanation by the grader. */
  explanation: string;
  /** Revision cycle, starting at 0. */
  iteration: number;
  /** Identifier of the event that started the evaluation. */
  outcome_evaluation_start_id: string;
  /** Identifier of the outcome. */
  outcome_id: string;
  /** Verdict of the grader. */
  result: OpenEnum<OutcomeVerdict>;
  /** Always `span.outcome_evaluation_end`. */
  type: 'span.outcome_evaluation_end';
  /** Tokens used by the grader. */
  usage: SpanModelUsage;
}

/** An event of the agent or of one of its requests. */
export type AgentEvent =
  | AgentMessageEvent
  | AgentThinkingEvent
  | AgentToolUseEvent
  | AgentToolResultEvent
  | AgentMcpToolUseEvent
  | AgentMcpToolResultEvent
  | AgentCustomToolUseEvent
  | AgentThreadContextCompactedEvent
  | AgentThreadMessageReceivedEvent
  | AgentThreadMessageSentEvent
  | SpanModelRequestStartEvent
  | SpanModelRequestEndEvent
  | SpanOutcomeEvaluationStartEvent
  | SpanOutcomeEvaluationOngoingEvent
  | SpanOutcomeEvaluationEndEvent;
