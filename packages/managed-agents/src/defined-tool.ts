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

/** Converts the tools of a request: defined tools become custom tools, others stay unchanged. */
export function toolParams<T extends null | undefined>(
  tools: readonly AgentToolInput[] | T,
): AgentToolParams[] | T {
  return isList(tools) ? tools.map(customTool) : tools;
}

function isList<T>(tools: readonly AgentToolInput[] | T): tools is readonly AgentToolInput[] {
  return Array.isArray(tools);
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
  return typeof (tool as Partial<DefinedTool> | null)?.definition?.input_schema === 'object';
}
