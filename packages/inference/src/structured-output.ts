/** Replies that are JSON of a given form, typed and checked. */
import { ParlanceError, type CallOptions } from '@parlance/core-transport';
import { brandError } from '@parlance/core-transport/internal';
import type { JsonOutputFormat, Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageParams } from './messages.js';
import { describeProblems, type ValueProblem } from './tools/value-problem.js';
import { compileSchema, type AnySchema, type CompiledSchema, type ValueOf } from './tools/value-schema.js';

/** A reply is not what was asked for. */
export class OutputError extends ParlanceError {
  /** The reply. */
  readonly reply: Message;
  /** How its value differs from the schema; empty when there is no value. */
  readonly problems: readonly ValueProblem[];

  static {
    brandError(this, 'OutputError');
  }

  /**
   * @param code - `output_incomplete`, `output_refused`, `output_not_json` or `output_mismatch`.
   * @param message - Text for people.
   * @param facts - The reply, and how its value differs.
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

/** A value together with the reply that it came in. */
export interface StructuredOutput<T> {
  /** The value, checked. */
  readonly value: T;
  /** The reply. */
  readonly message: Message;
}

/**
 * Makes `output_config.format` from a schema.
 *
 * @param schema - JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2 or later, ArkType,
 *   Valibot through `toStandardJsonSchema()`).
 * @throws {ConfigError} When `schema` is neither; the message says what is needed.
 */
export function outputFormat(schema: AnySchema): JsonOutputFormat {
  return formatOf(compileSchema(schema, { option: 'schema' }));
}

/**
 * Reads the value out of a reply and checks it.
 *
 * @param message - The reply.
 * @param schema - The schema passed to {@link outputFormat}.
 * @throws {OutputError} When the reply is incomplete or refused, is not JSON, or differs from the schema;
 *   {@link ConfigError} when `schema` cannot be used.
 */
export async function parseOutput<const S extends AnySchema>(
  message: Message,
  schema: S,
): Promise<ValueOf<S>> {
  return readOutput(message, compileSchema(schema, { option: 'schema' }));
}

/**
 * Asks for a reply of the form of a schema, and returns its value.
 *
 * @param client - Client.
 * @param params - Parameters of the message, and as `output` the schema: JSON Schema, or a schema of a library that
 *   implements Standard JSON Schema (zod 4.2 or later, ArkType, Valibot through `toStandardJsonSchema()`).
 * @param options - Options of the call.
 * @throws {OutputError} When the reply is not what was asked for; {@link ApiError} when the service refuses;
 *   {@link ConfigError} when `output` cannot be used, before anything is sent.
 */
export async function createStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: MessageParams & { readonly output: S },
  options?: CallOptions,
): Promise<StructuredOutput<ValueOf<S>>> {
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
    throw new OutputError('output_refused', 'the model refused to answer', { reply: message });
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

/** With these the reply is complete; with others (a tool to run, a pause) the value is still to come. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence']);

function incomplete(reply: Message): OutputError {
  return new OutputError('output_incomplete', `the reply is not complete: ${reply.stop_reason}`, { reply });
}
