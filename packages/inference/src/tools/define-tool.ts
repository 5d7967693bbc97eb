/** Client tools: a definition for the model and a function to run. */
import { ConfigError, ParlanceError } from '@parlance/core-transport';
import { requireFunction, requireObject, requireText } from '@parlance/core-transport/internal';
import type { CustomTool, ToolInputSchema, ToolResultContentBlock } from '@parlance/schemas/inference';
import { describeProblems, type ValueProblem } from './value-problem.js';
import { compileSchema, type AnySchema, type ValueOf } from './value-schema.js';

/** Passed to a tool with its input. */
export interface ToolContext {
  /** Id of the `tool_use` block. */
  readonly toolUseId: string;
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
}

/** Output of a tool: text, an array of content blocks, undefined, or any other value, which is sent as JSON. */
export type ToolOutput = unknown;

/** Parts of a tool, for {@link defineTool}. */
export interface ToolParts<S extends AnySchema> {
  /** Name: 1 to 128 letters, digits, `_` or `-`. */
  readonly name: string;
  /** Describes to the model what the tool does and when to use it. */
  readonly description: string;
  /**
   * Schema of the input, which must be an object: JSON Schema, or a schema of a library that implements Standard JSON
   * Schema (zod 4.2 or later, ArkType, Valibot through `toStandardJsonSchema()`).
   */
  readonly input: S;
  /** Runs the tool. If it throws, the error message is sent to the model as a result with `is_error`. */
  readonly run: (input: ValueOf<S>, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
  /** Makes the service guarantee that inputs match the schema. Default false. Inputs are validated here either way. */
  readonly strict?: boolean | undefined;
  /** Other fields of the definition, for example `cache_control`. */
  readonly definition?: Partial<Omit<CustomTool, 'name' | 'description' | 'input_schema'>> | undefined;
}

/** A tool that `runTools` and `streamTools` can run. */
export interface RunnableTool {
  /** Definition to send to the model. */
  readonly definition: CustomTool;
  /**
   * Validates the input and runs the tool. Errors of the tool are thrown unchanged.
   *
   * @throws {ParlanceError} With code `invalid_tool_input` when the input does not match the schema.
   */
  call(input: unknown, context: ToolContext): Promise<string | ToolResultContentBlock[]>;
}

/**
 * Defines a tool whose input is typed and validated by a schema. Pass it to `runTools` or `streamTools`.
 *
 * @param parts - See {@link ToolParts}.
 * @throws {ConfigError} When `input` is not a supported schema or does not describe an object, or when `name` or `run` is
 *   missing.
 */
export function defineTool<const S extends AnySchema>(parts: ToolParts<S>): RunnableTool {
  requireObject('tool', parts);
  const { name, description, input: schema, run, strict, definition } = parts;
  requireText('name', name);
  requireFunction('run', run);
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
      if (problems !== undefined) throw invalidInput(problems);
      return resultContent(await run(value, context));
    },
  };
}

function isObjectSchema(schema: Record<string, unknown>): schema is ToolInputSchema {
  return schema['type'] === 'object';
}

function invalidInput(problems: readonly ValueProblem[]): ParlanceError {
  const message = `the input does not match the schema: ${describeProblems(problems)}`;
  return new ParlanceError('invalid_tool_input', message);
}

function resultContent(output: unknown): string | ToolResultContentBlock[] {
  if (typeof output === 'string') return output;
  if (output === undefined) return '';
  return isBlocks(output) ? output : JSON.stringify(output);
}

/** A field that each type of block requires. An object that only shares a type name with blocks is data. */
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
