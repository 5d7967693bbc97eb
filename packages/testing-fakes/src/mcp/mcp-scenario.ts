/** The scenario of a double of an MCP server. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';

/** A content block of MCP, for example `{ type: 'text', text: 'Hello' }`. */
export interface McpContent {
  /** Kind of the block, for example `text` or `image`. */
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Result of a call of a tool. */
export interface McpToolResult {
  /** Text, or content blocks. */
  readonly content: string | readonly McpContent[];
  /** Whether the tool failed. Default: false. */
  readonly is_error?: boolean | undefined;
  /** Structured content. */
  readonly structured?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool. */
export interface McpTool {
  /** Name of the tool. */
  readonly name: string;
  /** Description, which a model reads. */
  readonly description?: string | undefined;
  /** JSON schema of the input. Calls with another input are refused. Default: any object. */
  readonly input_schema?: Readonly<Record<string, unknown>> | undefined;
  /** Results of its calls in their order; the last one is repeated. Default: the input as JSON. */
  readonly results?: readonly McpToolResult[] | undefined;
}

/** A resource. */
export interface McpResource {
  /** URI, for example `notes://today`. */
  readonly uri: string;
  /** Name. Default: the URI. */
  readonly name?: string | undefined;
  /** Media type. */
  readonly mime_type?: string | undefined;
  /** Content as text. A resource has either this or `blob`. */
  readonly text?: string | undefined;
  /** Content in base64. */
  readonly blob?: string | undefined;
}

/** A prompt. `{name}` in a text is replaced by the argument. */
export interface McpPrompt {
  /** Name of the prompt. */
  readonly name: string;
  /** Description. */
  readonly description?: string | undefined;
  /** Names of the arguments, all of which are required. */
  readonly arguments?: readonly string[] | undefined;
  /** The messages. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

/** What the server offers. */
export interface McpScenario {
  /** Name of the server. Default: `fake`. */
  readonly name?: string | undefined;
  /** Tools. Default: none. */
  readonly tools?: readonly McpTool[] | undefined;
  /** Resources. Default: none. */
  readonly resources?: readonly McpResource[] | undefined;
  /** Prompts. Default: none. */
  readonly prompts?: readonly McpPrompt[] | undefined;
}

const text = z.string();
const name = z.string().min(1);
const object = z.record(z.string(), z.unknown());

const schema: z.ZodType<McpScenario> = z.strictObject({
  name: name.optional(),
  tools: z
    .array(
      z.strictObject({
        name,
        description: text.optional(),
        input_schema: object.optional(),
        results: z
          .array(
            z.strictObject({
              content: z.union([text, z.array(z.looseObject({ type: name }))]),
              is_error: z.boolean().optional(),
              structured: object.optional(),
            }),
          )
          .min(1)
          .optional(),
      }),
    )
    .optional(),
  resources: z
    .array(
      z
        .strictObject({
          uri: z.url(),
          name: name.optional(),
          mime_type: name.optional(),
          text: text.optional(),
          blob: z.base64().optional(),
        })
        .refine((resource) => (resource.text === undefined) !== (resource.blob === undefined), {
          error: 'must have either text or blob',
        }),
    )
    .optional(),
  prompts: z
    .array(
      z.strictObject({
        name,
        description: text.optional(),
        arguments: z.array(name).optional(),
        messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), text })).min(1),
      }),
    )
    .optional(),
});

/** Reads a scenario. @throws {InputError} When it is invalid; names each problem with its path. */
export function readMcpScenario(scenario: unknown): McpScenario {
  return parseInput(schema, scenario, { source: 'scenario' });
}
