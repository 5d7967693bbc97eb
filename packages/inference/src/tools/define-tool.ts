/** Client tools: a definition for the model and a function to run. */
import { ConfigError, ParlanceError } from '@parlance/core-transport';
import { requireFunction, requireObject, requireText, wrong } from '@parlance/core-transport/internal';
import type {
  CustomTool,
  McpToolset,
  Tool,
  ToolInputSchema,
  ToolResultContentBlock,
} from '@parlance/schemas/inference';
import { describeProblems, type ValueProblem } from '../value-schema/value-problem.js';
import {
  compileOutputSchema,
  compileSchema,
  type AnySchema,
  type ValueOf,
} from '../value-schema/value-schema.js';

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
  /**
   * Runs the tool. If it throws, the error message is sent to the model as a result with `is_error`; throw a `ToolResultError` to
   * send content blocks.
   */
  readonly run: (input: ValueOf<S>, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
  /** Makes the service guarantee that inputs match the schema. Default false. Inputs are validated here either way. */
  readonly strict?: boolean | undefined;
  /**
   * Whether calls need the approval of the run's `approve`: all of them, or those with an input for which it returns true.
   * Default false.
   */
  readonly approval?: boolean | ((input: ValueOf<S>) => boolean | Promise<boolean>) | undefined;
  /**
   * Time that a call may take in milliseconds, or `Infinity`. Afterwards its signal is aborted, and the model receives an
   * error result. Defaults to the run's `toolTimeoutMs`.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of calls of this tool that run at the same time. Defaults to the run's `maxParallelTools`. */
  readonly maxParallel?: number | undefined;
  /** Other fields of the definition, for example `cache_control`. */
  readonly definition?: Partial<Omit<CustomTool, 'name' | 'description' | 'input_schema'>> | undefined;
}

/** Definition of a tool with a name: a custom tool, or a client tool of the service such as `bash`. */
export type NamedTool = Exclude<Tool, McpToolset>;

/**
 * A tool that `runTools` and `streamTools` can run. `defineTool` creates one for a custom tool. Implement the interface to
 * run a client tool of the service, such as `bash`, or tools of another system.
 *
 * @typeParam Definition - Type of the definition.
 */
export interface RunnableTool<Definition extends NamedTool = CustomTool> {
  /** Definition to send to the model. */
  readonly definition: Definition;
  /** Whether calls need the approval of the run's `approve`: all, or those for which it returns true. Default false. */
  readonly approval?: boolean | ((input: unknown) => boolean | Promise<boolean>) | undefined;
  /** Time that a call may take in milliseconds. Defaults to the run's `toolTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of calls of this tool that run at the same time. Defaults to the run's `maxParallelTools`. */
  readonly maxParallel?: number | undefined;
  /**
   * Validates the input and runs the tool. Errors of the tool are thrown unchanged.
   *
   * @throws {ParlanceError} With code `invalid_tool_input` when the input does not match the schema.
   */
  call(input: unknown, context: ToolContext): Promise<string | ToolResultContentBlock[]>;
}

/** A {@link RunnableTool} with any definition. */
export type AnyRunnableTool = RunnableTool<NamedTool>;

/**
 * Defines a tool whose input is typed and validated by a schema. Pass it to `runTools` or `streamTools`.
 *
 * @param parts - See {@link ToolParts}.
 * @throws {ConfigError} When `input` is not a supported schema, does not describe an object, or uses a feature that the
 *   service does not support in strict tools; when `name` or `run` is missing, or a limit is out of range.
 */
export function defineTool<const S extends AnySchema>(parts: ToolParts<S>): RunnableTool {
  requireObject('tool', parts);
  const {
    name,
    description,
    input: schema,
    run,
    strict,
    definition,
    approval,
    timeoutMs,
    maxParallel,
  } = parts;
  requireToolName(name);
  requireFunction('run', run);
  checkLimits({ timeoutMs, maxParallel }, name);
  const compile = strict === true ? compileOutputSchema<S> : compileSchema<S>;
  const { jsonSchema, check: checkOwn } = compile(schema, { option: 'input', tool: name });
  // A tool may change its input, and a checked value is or shares parts with what was checked.
  const check: typeof checkOwn = (input) => checkOwn(structuredClone(input));
  if (!isObjectSchema(jsonSchema))
    throw wrong('input', `of tool "${name}" must describe an object: JSON Schema with "type": "object"`);
  return {
    definition: {
      ...definition,
      name,
      description,
      input_schema: jsonSchema,
      ...(strict !== undefined && { strict }),
    },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxParallel !== undefined && { maxParallel }),
    ...(approval !== undefined && {
      approval:
        typeof approval === 'boolean'
          ? approval
          : async (input: unknown) => {
              const { value, problems } = await check(input);
              // An invalid input does not run, so nobody needs to approve it.
              return problems === undefined && approval(value);
            },
    }),
    call: async (input, context) => {
      const { value, problems } = await check(input);
      if (problems !== undefined) throw invalidInput(problems);
      return resultContent(await run(value, context));
    },
  };
}

function requireToolName(name: string): void {
  requireText('name', name);
  if (!/^[\w-]{1,128}$/.test(name))
    throw new ConfigError('name', `name "${name}" must have 1 to 128 letters, digits, _ and -`);
}

function isObjectSchema(schema: Record<string, unknown>): schema is ToolInputSchema {
  return schema['type'] === 'object';
}

/** Checks the limits of a tool. */
function checkLimits(limits: Pick<RunnableTool, 'timeoutMs' | 'maxParallel'>, name: string): void {
  for (const [option, value] of Object.entries(limits))
    if (
      value !== undefined &&
      !(typeof value === 'number' && value >= (option === 'maxParallel' ? 1 : Number.MIN_VALUE))
    )
      throw new ConfigError(
        option,
        option === 'maxParallel'
          ? `maxParallel of tool "${name}" must be a number of at least 1`
          : `timeoutMs of tool "${name}" must be a number of milliseconds above 0, or Infinity`,
      );
}

/** Whether a tool did not run because its input does not match the schema. */
export function isInvalidInput(error: unknown): boolean {
  return ParlanceError.is(error) && error.code === 'invalid_tool_input';
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
