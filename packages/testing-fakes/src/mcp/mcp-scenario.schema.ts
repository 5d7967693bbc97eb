/** The scenario of a double of an MCP server, and its faults. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import type * as types from './mcp-scenario.js';

const text = z.string().optional();
const name = z.string().min(1);
const object = z.record(z.string(), z.unknown()).optional();
const count = z.int().min(0).optional();

/** A content block of MCP, for example `{ type: 'text', text: 'Hello' }`. */
export const McpContentSchema: z.ZodType<types.McpContent> = z.looseObject({
  /** Kind of the block, for example `text` or `image`. */
  type: name,
});

/** Result of a call of a tool. */
export const McpToolResultSchema: z.ZodType<types.McpToolResult> = z.strictObject({
  /** Text, or content blocks. */
  content: z.union([z.string(), z.array(McpContentSchema)]),
  /** Whether the tool failed. Default: false. */
  is_error: z.boolean().optional(),
  /** Structured content. */
  structured: object,
});

/** A tool. */
export const McpToolSchema: z.ZodType<types.McpTool> = z.strictObject({
  /** Name of the tool. */
  name,
  /** Description, which a model reads. */
  description: text,
  /** JSON schema of the input. Calls with another input are refused. Default: any object. */
  input_schema: object,
  /** Results of its calls in their order; the last one is repeated. Default: the input as JSON. */
  results: z.array(McpToolResultSchema).min(1).optional(),
});

/** A resource. */
export const McpResourceSchema: z.ZodType<types.McpResource> = z
  .strictObject({
    /** URI, for example `notes://today`. */
    uri: z.url(),
    /** Name. Default: the URI. */
    name: name.optional(),
    /** Media type. */
    mime_type: name.optional(),
    /** Content as text. A resource has either this or `blob`. */
    text,
    /** Content in base64. */
    blob: z.base64().optional(),
  })
  .refine((resource) => (resource.text === undefined) !== (resource.blob === undefined), {
    error: 'must have either text or blob',
  });

/** A prompt. `{name}` in a text is replaced by the argument. */
export const McpPromptSchema: z.ZodType<types.McpPrompt> = z.strictObject({
  /** Name of the prompt. */
  name,
  /** Description. */
  description: text,
  /** Names of the arguments, all of which are required. */
  arguments: z.array(name).optional(),
  /** The messages. */
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() })).min(1),
});

/** What the server offers. */
export const McpScenarioSchema: z.ZodType<types.McpScenario> = z.strictObject({
  /** Name of the server. Default: `fake`. */
  name: name.optional(),
  /** Tools. Default: none. */
  tools: z.array(McpToolSchema).optional(),
  /** Resources. Default: none. */
  resources: z.array(McpResourceSchema).optional(),
  /** Prompts. Default: none. */
  prompts: z.array(McpPromptSchema).optional(),
});

/** A fault. The first one that applies to a request is injected. */
export const McpFaultSchema: z.ZodType<types.McpFault> = z.strictObject({
  /** Method that it applies to, for example `tools/call`. Default: all but the handshake. */
  method: text,
  /** Name of the tool or prompt, or URI of the resource. Default: all. */
  name: text,
  /** Number of requests that pass first. Default: 0. */
  skip: count,
  /** Number of requests that it applies to. Default: all. */
  times: count,
  /** `cut` breaks the connection, `hang` never responds. Otherwise the status of a response, or the code of a JSON-RPC error. */
  kind: z.union([
    z.enum(['cut', 'hang']),
    z.strictObject({ status: z.int().min(400).max(599) }),
    z.strictObject({ code: z.int(), message: z.string() }),
  ]),
});

/** Reads a scenario. @throws {InputError} When it is invalid; names each problem with its path. */
export function readMcpScenario(scenario: unknown): types.McpScenario {
  return parseInput(McpScenarioSchema, scenario, { source: 'scenario' });
}
