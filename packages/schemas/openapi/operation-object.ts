/** Describes one operation in the terms of OpenAPI. */
import { operationSources, type Operation, type OperationSource } from '@parlance/schemas';
import { parametersOf } from './parameters.ts';
import { errorsOf, headersOf } from './responses.ts';
import { BYTES, fieldsOf, SCHEMA_PATH, type ContractSchemas, type JsonSchema } from './schemas.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Returns the operation object of an operation.
 *
 * @param operation - The operation.
 * @param text - Its comment.
 * @param schemas - The schemas of the contract.
 */
export function operationObject(operation: Operation, text: string, schemas: ContractSchemas): Entry {
  const { id, auth, beta, paging, replay } = operation;
  // Every operation is documented.
  const { source, assumed } = operationSources[id] as OperationSource;
  return {
    operationId: id,
    summary: text.split(/\.(?:\s|$)/, 1)[0],
    description: text,
    security: [{ [auth]: [] }],
    parameters: parametersOf(operation, schemas),
    ...requestBody(operation, schemas),
    responses: { 200: success(operation, schemas), ...errorsOf(operation) },
    'x-source': source,
    ...(assumed !== undefined && { 'x-assumed': assumed }),
    'x-replay': replay,
    ...(paging !== undefined && { 'x-paging': paging }),
    ...(beta !== undefined && { 'x-beta': beta }),
  };
}

function requestBody({ id, upload }: Operation, schemas: ContractSchemas): Entry {
  const schema = schemas.part(id, 'body');
  if (schema === undefined) return {};
  const content =
    upload === 'multipart'
      ? { 'multipart/form-data': form(schema, schemas) }
      : { 'application/json': { schema: { $ref: `${SCHEMA_PATH}${schemas.nameOf(id, 'body')}` } } };
  return { requestBody: { required: true, content } };
}

/** In a form, a file is a part: its name and type are headers of the part, not fields. Files of an array have a name with brackets. */
function form(body: JsonSchema, { resolve }: ContractSchemas): Entry {
  const isFile = (field: unknown): boolean =>
    fieldsOf(resolve((field ?? {}) as JsonSchema)).some(([name]) => name === 'data');
  const parts = fieldsOf(body).map(([name, field]) => {
    const { description } = field;
    if (isFile(field.items)) return { name: `${name}[]`, isFile: true, schema: { ...field, items: BYTES } };
    if (!isFile(field)) return { name, isFile: false, schema: field };
    return { name, isFile: true, schema: { ...(description !== undefined && { description }), ...BYTES } };
  });
  const required = parts.filter(({ name }) => body.required?.includes(name.replace('[]', '')));
  return {
    schema: {
      ...body,
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    },
    encoding: Object.fromEntries(
      parts.filter((part) => part.isFile).map(({ name }) => [name, { contentType: '*/*' }]),
    ),
  };
}

const STREAMS: Readonly<Record<NonNullable<Operation['stream']>, string>> = {
  message: 'Server-sent events when the body has `stream: true`, up to and including `message_stop`.',
  completion: 'Server-sent events when the body has `stream: true`, up to the one with a stop reason.',
  session: 'Server-sent events, until the client closes the connection.',
};

function success(operation: Operation, schemas: ContractSchemas): Entry {
  const { id, stream, download } = operation;
  const response = schemas.nameOf(id, 'response');
  return {
    description: 'The request succeeded.',
    headers: headersOf(operation),
    content: {
      ...(response !== undefined && {
        [download === 'lines' ? 'application/x-jsonl' : 'application/json']: {
          schema: { $ref: `${SCHEMA_PATH}${response}` },
        },
      }),
      ...(stream !== undefined && { 'text/event-stream': events(operation, schemas, STREAMS[stream]) }),
      ...(download === 'bytes' && { 'application/octet-stream': { schema: BYTES } }),
    },
  };
}

/** OpenAPI 3.1 has no word for the schema of one event. */
function events({ id }: Operation, schemas: ContractSchemas, text: string): Entry {
  const name = schemas.nameOf(id, 'event');
  if (name === undefined) throw new Error(`${id} streams, but has no schema of its events`);
  const description = `${text} An event named \`error\` carries an \`ErrorResponse\` and ends the stream.`;
  return { schema: { type: 'string', description, 'x-event-schema': `${SCHEMA_PATH}${name}` } };
}
