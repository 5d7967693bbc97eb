/** Tools that the caller runs: a definition for the model, and the function behind it. */
import { ConfigError } from '@parlance/core-transport';
import type { CustomTool, ToolInputSchema, ToolResultContentBlock } from '@parlance/schemas/inference';
import { describeProblems } from './value-problem.js';
import { compileSchema, type AnySchema, type ValueOf } from './value-schema.js';

/** What a tool gets besides its input. */
export interface ToolContext {
  /** Id of the `tool_use` block. */
  readonly toolUseId: string;
  /** Fires when the run is aborted. */
  readonly signal: AbortSignal;
}

/** What a tool may give: text, blocks, nothing, or any other value, which is sent as JSON. */
export type ToolOutput = unknown;

/** What a tool is made of. */
export interface ToolParts<S extends AnySchema> {
  /** Name: 1 to 128 letters, digits, `_` or `-`. */
  readonly name: string;
  /** What it does and when to use it. */
  readonly description: string;
  /**
   * Schema of its input, an object: JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2
   * or later, ArkType, Valibot through `toStandardJsonSchema()`).
   */
  readonly input: S;
  /** Runs it. An error that it throws is told to the model. */
  readonly run: (input: ValueOf<S>, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
  /** Lets the service guarantee that inputs fit. Default false; they are checked here in either case. */
  readonly strict?: boolean | undefined;
  /** Other fields of the definition, for example `cache_control`. */
  readonly definition?: Partial<Omit<CustomTool, 'name' | 'description' | 'input_schema'>> | undefined;
}

/** A tool with the function behind it. */
export interface RunnableTool {
  /** What the model is told. */
  readonly definition: CustomTool;
  /**
   * Checks the input and runs the tool.
   *
   * @throws {Error} When the input does not fit, or the tool fails.
   */
  call(input: unknown, context: ToolContext): Promise<string | ToolResultContentBlock[]>;
}

/**
 * Defines a tool.
 *
 * @param parts - See {@link ToolParts}.
 * @throws {ConfigError} When `input` is not a schema that can be used; the message says what is needed.
 */
export function defineTool<const S extends AnySchema>(parts: ToolParts<S>): RunnableTool {
  const { name, description, input: schema, run, strict, definition } = parts;
  const { jsonSchema, check } = compileSchema(schema, { option: 'input', tool: name });
  if (!isObjectSchema(jsonSchema))
    throw new ConfigError(
      'input',
      `input of tool "${name}" must describe an object: JSON Schema with "type": "object"`,
    );
  return {
    definition: {
      ...definition,
      name,
      description,
      input_schema: jsonSchema,
      ...(strict !== undefined && { strict }),
    },
    call: async (input, context) => {
      const { value, problems } = await check(input);
      if (problems !== undefined) throw new Error(`The input does not fit: ${describeProblems(problems)}`);
      return written(await run(value, context));
    },
  };
}

function isObjectSchema(schema: Record<string, unknown>): schema is ToolInputSchema {
  return schema['type'] === 'object';
}

function written(output: unknown): string | ToolResultContentBlock[] {
  if (typeof output === 'string') return output;
  if (output === undefined) return '';
  return isBlocks(output) ? output : JSON.stringify(output);
}

/** What each kind of block has; a record that only happens to have such a `type` is data like any other. */
const BLOCK_FIELDS: ReadonlyMap<unknown, string> = new Map([
  ['text', 'text'],
  ['image', 'source'],
  ['document', 'source'],
  ['search_result', 'content'],
  ['tool_reference', 'tool_name'],
]);

function isBlocks(output: unknown): output is ToolResultContentBlock[] {
  return Array.isArray(output) && output.length > 0 && output.every(isBlock);
}

function isBlock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const field = BLOCK_FIELDS.get((value as { type?: unknown }).type);
  return field !== undefined && Object.hasOwn(value, field);
}
