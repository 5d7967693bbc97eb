/** Streams a list as structured output, element by element. */
import type { CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type { Message } from '@parlance/schemas/inference';
import type { InferenceClient } from '../inference-client.js';
import type { MessageStream } from '../message-stream.js';
import type { MessageParams } from '../messages.js';
import { requireClient } from '../require-client.js';
import {
  compileOutputSchema,
  type AnySchema,
  type CompiledSchema,
  type ValueOf,
} from '../value-schema/value-schema.js';
import { OutputError, readOutput, valueOrThrow } from './output-result.js';
import { PartialOutput } from './partial-output.js';
import { withFormat } from './structured-output.js';

/** Params of a message whose reply is a list. */
export type ElementParams<S extends AnySchema> = MessageParams & {
  /**
   * Schema of one element: JSON Schema, or a schema of a library that implements Standard JSON Schema (zod 4.2 or later,
   * ArkType, Valibot through `toStandardJsonSchema()`).
   */
  readonly element: S;
};

/**
 * Streams a reply that is a list and yields each element, validated, as soon as it is complete. The request is sent
 * when the first element is taken. Leaving the loop closes the connection.
 *
 * @param client - Inference client.
 * @param params - Params of the message, plus the schema of one element as `element`. In the request and the reply,
 * the list is the field `elements` of an object.
 * @param options - Options for the call.
 * @throws {OutputError} When an element does not match the schema, and at the end when the reply is incomplete, a
 * refusal or not JSON. All elements before the failure have been yielded.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {StreamError} When the stream of the reply breaks.
 * @throws {ConfigError} When `element` cannot be used, with the path of a feature that the service does not support;
 * nothing is sent.
 */
export function streamElements<const S extends AnySchema>(
  client: Pick<InferenceClient, 'messages'>,
  params: ElementParams<S>,
  options?: CallOptions,
): AsyncGenerator<ValueOf<S>, undefined> {
  requireClient(client, 'stream');
  requireObject('params', params);
  const { element, ...rest } = params;
  const schema = compileOutputSchema(element, { option: 'element' });
  return elementsOf(() => client.messages.stream(withFormat(rest, listOf(schema)), options), schema);
}

async function* elementsOf<T>(
  open: () => MessageStream,
  schema: CompiledSchema<T>,
): AsyncGenerator<T, undefined> {
  await using stream = open();
  const output = new PartialOutput();
  let count = 0;
  const next = async (element: unknown): Promise<T> => {
    const { value, problems } = await schema.check(element);
    const path = `elements.${count}`;
    count += 1;
    if (problems === undefined) return value;
    const located = problems.map((problem) => ({
      ...problem,
      path: problem.path === '' ? path : `${path}.${problem.path}`,
    }));
    // Text has arrived, so there is a message.
    throw new OutputError(stream.snapshot as Message, { status: 'mismatch', problems: located });
  };
  for await (const text of stream.textStream()) {
    output.push(text);
    // The last element may still be arriving.
    const arrived = listIn(output.value).slice(count, -1);
    for (const element of arrived) yield await next(element);
  }
  const message = await stream.finalMessage();
  const list = valueOrThrow(message, await readOutput(message, { check: checkList }));
  for (const element of list.slice(count)) yield await next(element);
}

function listOf(schema: CompiledSchema<unknown>): CompiledSchema<unknown> {
  // References to definitions start at the root.
  const { $defs, definitions, ...element } = schema.jsonSchema;
  return {
    ...schema,
    jsonSchema: {
      type: 'object',
      properties: { elements: { type: 'array', items: element } },
      required: ['elements'],
      additionalProperties: false,
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    },
  };
}

async function checkList(value: unknown): ReturnType<CompiledSchema<unknown[]>['check']> {
  const { elements } = (value ?? {}) as { elements?: unknown };
  if (Array.isArray(elements)) return { value: elements };
  return { problems: [{ path: 'elements', message: 'must be of type array' }] };
}

function listIn(value: unknown): unknown[] {
  const { elements } = (value ?? {}) as { elements?: unknown };
  return Array.isArray(elements) ? elements : [];
}
