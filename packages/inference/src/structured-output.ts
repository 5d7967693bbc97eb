/** Replies that are JSON of a given form, typed and checked. */
import { brandError, ParlanceError, type CallOptions } from '@parlance/core-transport';
import type { JsonOutputFormat, Message } from '@parlance/schemas/inference';
import type { InferenceClient } from './inference-client.js';
import type { MessageParams } from './messages.js';
import {
  checkValue,
  describeSchema,
  tellProblems,
  type AnySchema,
  type ValueOf,
  type ValueProblem,
} from './tools/value-schema.js';

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
 * @param schema - Schema of an object: of any library that follows Standard Schema with JSON Schema, or JSON Schema.
 */
export function outputFormat(schema: AnySchema): JsonOutputFormat {
  return { type: 'json_schema', schema: describeSchema(schema) };
}

/**
 * Reads the value out of a reply and checks it.
 *
 * @param message - The reply.
 * @param schema - The schema given to {@link outputFormat}.
 * @throws {OutputError} When the reply is cut or to be continued, refused, no JSON, or differs from the schema.
 */
export async function parseOutput<const S extends AnySchema>(
  message: Message,
  schema: S,
): Promise<ValueOf<S>> {
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
    throw new OutputError('output_not_json', 'the reply is no JSON', { reply: message });
  }
  const { value, problems } = await checkValue(schema, json);
  if (problems === undefined) return value;
  throw new OutputError('output_mismatch', `the reply does not fit: ${tellProblems(problems)}`, {
    reply: message,
    problems,
  });
}

/** With these the model has said all; with others (a tool to run, a pause) the value is still to come. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence']);

function incomplete(reply: Message): OutputError {
  return new OutputError('output_incomplete', `the reply is not complete: ${reply.stop_reason}`, { reply });
}

/**
 * Asks for a reply of the form of a schema, and gives its value.
 *
 * @param client - Client.
 * @param params - Parameters of the message, and the schema as `output`.
 * @param options - Options of the call.
 * @throws {OutputError} When the reply is not what was asked for; {@link ApiError} when the service refuses.
 */
export async function createStructured<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: MessageParams & { readonly output: S },
  options?: CallOptions,
): Promise<StructuredOutput<ValueOf<S>>> {
  const { output, ...rest } = params;
  const format = outputFormat(output);
  const message = await client.messages.create(
    { ...rest, output_config: { ...rest.output_config, format } },
    options,
  );
  return { value: await parseOutput(message, output), message };
}
