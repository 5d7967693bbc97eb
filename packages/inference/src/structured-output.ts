/** Structured output: replies as JSON, validated and typed by a schema. */
import { ParlanceError, type CallOptions } from '@parlance/core-transport';
import { brandError, requireObject, requireObjects } from '@parlance/core-transport/internal';
import type { JsonOutputFormat, Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageParams } from './messages.js';
import { requireClient } from './require-client.js';
import { describeProblems, type ValueProblem } from './tools/value-problem.js';
import { compileSchema, type AnySchema, type CompiledSchema, type ValueOf } from './tools/value-schema.js';

/** Thrown when a reply does not contain a value that matches the schema. */
export class OutputError extends ParlanceError {
  /**
   * The reply. */ readonly reply: Message; /** How the value differs from the schema; empty if the reply does not contain JSON.
   */
  readonly problems: readonly ValueProblem[];

  static {
    brandError(this, 'OutputError');
  }

  /**
   * @param code - `output_incomplete`, `output_refused`, `output_not_json` or `output_mismatch`.
   * @param message - Error message.
   * @param facts - The reply, and how its value differs from the schema.
   */
  constructor(
    code: string,
    message: string,
    facts: { readonly reply: Message; readonly problems?: readonly ValueProblem[] | undefined },
  ) {
    super(code, message);
    this.reply = facts.reply;
    this.problems = facts.problems ?? [];
    Object.defineProperty(this, 'reply', { enumerable: false });
  }
}

/** A validated value and the reply that contained it. */
export interface StructuredOutput<T> {
  /** The validated value. */
  readonly value: T;
  /** The reply. */
  readonly message: Message;
}

/**
 * Converts a schema to a value for `output_config.format`. Use it with {@link parseOutput} when you send the request
 * yourself, for example to stream it; otherwise use {@link createStructured}.
 *
 * @param schema - JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2 or later, ArkType,
 *   Valibot through `toStandardJsonSchema()`).
 * @throws {ConfigError} When `schema` is neither, or cannot be converted to JSON Schema.
 */
export function outputFormat(schema: AnySchema): JsonOutputFormat {
  return formatOf(compileSchema(schema, { option: 'schema' }));
}

/**
 * Parses the JSON in a reply and validates it.
 *
 * @param message - A reply to a request with {@link outputFormat}.
 * @param schema - The schema passed to {@link outputFormat}.
 * @throws {OutputError} When the reply is incomplete, a refusal or not JSON, or does not match the schema.
 * @throws {ConfigError} When `schema` cannot be used.
 */
export async function parseOutput<const S extends AnySchema>(
  message: Message,
  schema: S,
): Promise<ValueOf<S>> {
  requireObject('message', message);
  requireObjects('message.content', message.content);
  return readOutput(message, compileSchema(schema, { option: 'schema' }));
}

/**
 * Creates a message whose reply is JSON that matches a schema, and returns the parsed, validated value.
 *
 * @param client - Inference client.
 * @param params - Params of the message, plus the schema as `output`: JSON Schema, or a schema of a library that
 *   implements Standard JSON Schema (zod 4.2 or later, ArkType, Valibot through `toStandardJsonSchema()`).
 * @param options - Options for the call.
 * @throws {OutputError} When the reply is incomplete, a refusal or not JSON, or does not match the schema.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {ConfigError} When `output` cannot be used; nothing is sent.
 */
export async function createStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: MessageParams & { readonly output: S },
  options?: CallOptions,
): Promise<StructuredOutput<ValueOf<S>>> {
  requireClient(client, 'create');
  requireObject('params', params);
  const { output, ...rest } = params;
  const schema = compileSchema(output, { option: 'output' });
  const message = await client.messages.create(
    { ...rest, output_config: { ...rest.output_config, format: formatOf(schema) } },
    options,
  );
  return { value: await readOutput(message, schema), message };
}

function formatOf({ jsonSchema }: CompiledSchema<unknown>): JsonOutputFormat {
  return { type: 'json_schema', schema: jsonSchema };
}

async function readOutput<T>(message: Message, { check }: CompiledSchema<T>): Promise<T> {
  if (message.stop_reason === 'refusal')
    throw new OutputError('output_refused', 'the model refused to reply', { reply: message });
  if (message.stop_reason === 'max_tokens' || message.stop_reason === 'model_context_window_exceeded')
    throw incomplete(message);
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (!ENDS.has(message.stop_reason)) throw incomplete(message);
    throw new OutputError('output_not_json', 'the reply is not JSON', { reply: message });
  }
  const { value, problems } = await check(json);
  if (problems === undefined) return value;
  throw new OutputError(
    'output_mismatch',
    `the reply does not match the schema: ${describeProblems(problems)}`,
    {
      reply: message,
      problems,
    },
  );
}

/** Other reasons, such as a tool call or a pause, mean that the value has not been written yet. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence']);

function incomplete(reply: Message): OutputError {
  const message = `the reply is incomplete: its stop reason is ${reply.stop_reason}`;
  return new OutputError('output_incomplete', message, { reply });
}
