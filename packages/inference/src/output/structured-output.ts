/** Structured output: replies as JSON, validated and typed by a schema. */
import type { CallOptions } from '@parlance/core-transport';
import { requireObject, requireObjects } from '@parlance/core-transport/internal';
import type { JsonOutputFormat, Message, Usage } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import type { MessageParams } from '../messages.js';
import { requireClient } from '../require-client.js';
import { sumUsage } from '../sum-usage.js';
import {
  compileOutputSchema,
  type AnySchema,
  type CompiledSchema,
  type ValueOf,
} from '../value-schema/value-schema.js';
import { readOutput, repairRequest, valueOrThrow, type OutputResult } from './output-result.js';

/** Params of a message whose reply is structured output. */
export type StructuredParams<S extends AnySchema> = MessageParams & {
  /**
   * Schema of the value: JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2 or later,
   * ArkType, Valibot through `toStandardJsonSchema()`).
   */
  readonly output: S;
};

/** Options for {@link createStructured}. */
export interface StructuredOptions extends CallOptions {
  /**
   * Whether to send one more request, with the problems in a user turn, if the reply is not JSON or does not match
   * the schema. Refusals and truncated replies are never repaired. Default false.
   */
  readonly repair?: boolean | undefined;
}

/** A validated value and the reply that contained it. */
export interface StructuredOutput<T> {
  /** The validated value. */
  readonly value: T;
  /** The reply; the second one after a repair. */
  readonly message: Message;
  /** Usage of all replies. */
  readonly usage: Usage;
}

/** The value or the failure, discriminated by `status`, and the reply. */
export type StructuredResult<T> = OutputResult<T> & Pick<StructuredOutput<T>, 'message' | 'usage'>;

/**
 * Converts a schema to a value for `output_config.format`. Use it with {@link parseOutput} when you send the request
 * yourself, for example in a batch; otherwise use {@link createStructured} or {@link streamStructured}.
 *
 * @param schema - JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2 or later, ArkType,
 *   Valibot through `toStandardJsonSchema()`).
 * @throws {ConfigError} When `schema` is neither, or uses a feature that the service does not support; the message names
 *   the path.
 */
export function outputFormat(schema: AnySchema): JsonOutputFormat {
  return formatOf(compileOutputSchema(schema, { option: 'schema' }));
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
  return valueOrThrow(message, await safeParseOutput(message, schema));
}

/**
 * Parses the JSON in a reply like {@link parseOutput}, and returns failures instead of throwing them.
 *
 * @param message - A reply to a request with {@link outputFormat}.
 * @param schema - The schema passed to {@link outputFormat}.
 * @throws {ConfigError} When `schema` cannot be used.
 */
export async function safeParseOutput<const S extends AnySchema>(
  message: Message,
  schema: S,
): Promise<OutputResult<ValueOf<S>>> {
  requireObject('message', message);
  requireObjects('message.content', message.content);
  return readOutput(message, compileOutputSchema(schema, { option: 'schema' }));
}

/**
 * Gets data from a model instead of text: the reply is JSON that matches your schema, and the value is typed and validated.
 *
 * @param client - Inference client.
 * @param params - Params of the message, plus the schema as `output`.
 * @param options - See {@link StructuredOptions}.
 * @throws {OutputError} When the reply is incomplete, a refusal or not JSON, or does not match the schema.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {ConfigError} When `output` cannot be used, with the path of a feature that the service does not support;
 *   nothing is sent.
 */
export async function createStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: StructuredParams<S>,
  options?: StructuredOptions,
): Promise<StructuredOutput<ValueOf<S>>> {
  const { message, usage, ...result } = await safeCreateStructured(client, params, options);
  return { value: valueOrThrow(message, result as OutputResult<ValueOf<S>>), message, usage };
}

/**
 * Creates a message like {@link createStructured}, and returns a refusal, a truncated reply and other failures instead of
 * throwing them.
 *
 * @param client - Inference client.
 * @param params - Params of the message, plus the schema as `output`.
 * @param options - See {@link StructuredOptions}.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {ConfigError} When `output` cannot be used; nothing is sent.
 */
export async function safeCreateStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: StructuredParams<S>,
  options: StructuredOptions = {},
): Promise<StructuredResult<ValueOf<S>>> {
  requireClient(client, 'create');
  requireObject('params', params);
  requireObject('options', options);
  const { repair = false, ...call } = options;
  const { output, ...rest } = params;
  const schema = compileOutputSchema(output, { option: 'output' });
  const request = withFormat(rest, schema);
  const message = await client.messages.create(request, call);
  const result = await readOutput(message, schema);
  const text = repair ? repairRequest(result) : undefined;
  if (text === undefined) return { ...result, message, usage: message.usage };
  const messages = [
    ...request.messages,
    { role: 'assistant' as const, content: message.content },
    { role: 'user' as const, content: text },
  ];
  const second = await client.messages.create({ ...request, messages }, call);
  const usage = sumUsage([message.usage, second.usage]);
  return { ...(await readOutput(second, schema)), message: second, usage };
}

/** Adds the output format to the params of a message. */
export function withFormat<P extends Pick<MessageParams, 'output_config'>>(
  params: P,
  schema: CompiledSchema<unknown>,
): P {
  return { ...params, output_config: { ...params.output_config, format: formatOf(schema) } };
}

function formatOf({ jsonSchema }: CompiledSchema<unknown>): JsonOutputFormat {
  return { type: 'json_schema', schema: jsonSchema };
}
