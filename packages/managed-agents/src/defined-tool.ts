/** One tool definition for agents, session runs and messages. */
import type {
  AgentCreateParams,
  AgentToolParams,
  AgentUpdateParams,
  SessionAgentUpdate,
  SessionUpdateParams,
} from '@parlance/schemas/managed-agents';
import type { SessionTool } from './session-tools.js';

/**
 * A tool with its definition, as returned by `defineTool` from `@parlance/inference`. Pass the same tool to
 * `agents.create`, `sessions.run` and `runTools`.
 */
export interface DefinedTool extends SessionTool {
  /** Definition of the tool. Fields that a custom tool of an agent does not have are omitted. */
  readonly definition: {
    /** Name, 1 to 128 letters, digits, underscores and hyphens. */
    readonly name: string;
    /** What the tool does and when to use it, 1 to 1,024 characters. */
    readonly description?: string | undefined;
    /** JSON Schema of the input, an object. */
    readonly input_schema: {
      readonly type?: 'object' | undefined;
      readonly properties?: Record<string, unknown> | null | undefined;
      readonly required?: string[] | null | undefined;
    };
  };
}

/** A tool of an agent: a toolset, a custom tool, a tool that the service returned, or a {@link DefinedTool}. */
export type AgentToolInput = AgentToolParams | DefinedTool;

/** Parameters of `agents.create`. */
export interface AgentCreateInput extends Omit<AgentCreateParams, 'tools'> {
  /** At most 128 tools across all toolsets. */
  tools?: readonly AgentToolInput[] | undefined;
}

/** Parameters of `agents.update`. Fields left out keep their value. */
export interface AgentUpdateInput extends Omit<AgentUpdateParams, 'tools'> {
  /** Replaces all tools; null or an empty array clears them. */
  tools?: readonly AgentToolInput[] | null | undefined;
}

/** Parameters of `sessions.update`. Fields left out keep their value. */
export interface SessionUpdateInput extends Omit<SessionUpdateParams, 'agent'> {
  /** Changes to the tools and MCP servers. */
  agent?: SessionAgentInput | undefined;
}

/** Changes to the tools and MCP servers of a session. Fields left out keep their value. */
export interface SessionAgentInput extends Omit<SessionAgentUpdate, 'tools'> {
  /** Replaces all tools; an empty array clears them. */
  tools?: readonly AgentToolInput[] | undefined;
}

/** Params with the tools that they hold in the form that is sent. */
type WithToolParams<P extends ToolHolder> = Omit<P, 'tools'> & {
  tools?: AgentToolParams[] | Extract<P['tools'], null | undefined>;
};

interface ToolHolder {
  readonly tools?: readonly AgentToolInput[] | null | undefined;
}

/**
 * Converts the tools of params: each defined tool to a custom tool, the others unchanged. Params or tools of the wrong type
 * are returned unchanged; the call rejects them.
 */
export function withToolParams<P extends ToolHolder>(params: P): WithToolParams<P> {
  const tools: unknown = (params as ToolHolder | null | undefined)?.tools;
  const converted = Array.isArray(tools) ? { ...params, tools: tools.map(customTool) } : params;
  return converted as unknown as WithToolParams<P>;
}

/** Converts the tools in the params of `sessions.update`; see {@link withToolParams}. */
export function sessionUpdateParams(params: SessionUpdateInput): SessionUpdateParams {
  const agent = (params as SessionUpdateInput | null | undefined)?.agent;
  // Without an agent, both types are the same.
  return agent === undefined ? (params as SessionUpdateParams) : { ...params, agent: withToolParams(agent) };
}

function customTool(tool: AgentToolInput): AgentToolParams {
  if (!isDefined(tool)) return tool;
  const { name, description = '', input_schema: schema } = tool.definition;
  const { required, ...keywords } = schema;
  return {
    type: 'custom',
    name,
    description,
    input_schema: required == null ? keywords : { ...keywords, required },
  };
}

function isDefined(tool: AgentToolInput): tool is DefinedTool {
  const schema: unknown = (tool as Partial<DefinedTool> | null)?.definition?.input_schema;
  return typeof schema === 'object' && schema !== null;
}
