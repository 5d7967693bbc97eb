/** Describes one operation in the terms of OpenAPI. */
import type { Operation } from '@parlance/schemas';
import { parametersOf } from './parameters.ts';
import { errorsOf, headersOf } from './responses.ts';
import { BYTES, SCHEMA_PATH, type ContractSchemas, type JsonSchema } from './schemas.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Returns the operation object of an operation.
 *
 * @param operation - The operation.
 * @param text - Its comment.
 * @param schemas - The schemas of the contract.
 */
export function operationObject(operation: Operation, text: string, schemas: ContractSchemas): Entry {
  const { id, auth, beta, paging, replay, source, assumed } = operation;
  const query = schemas.nameOf(id, 'query');
  return {
    operationId: id,
    summary: text.split(/\.(?:\s|$)/, 1)[0],
    description: text,
    security: [{ [auth]: [] }],
    parameters: parametersOf(
      operation,
      query === undefined ? undefined : schemaNamed(query, schemas),
      (schema) => resolve(schema, schemas),
    ),
    ...requestBody(operation, schemas),
    responses: { 200: success(operation, schemas), ...errorsOf(operation) },
    'x-source': source,
    ...(assumed !== undefined && { 'x-assumed': assumed }),
    'x-replay': replay,
    ...(paging !== undefined && { 'x-paging': paging }),
    ...(beta !== undefined && { 'x-beta': beta }),
  };
}

function schemaNamed(name: string, { byName }: ContractSchemas): JsonSchema {
  const schema = byName[name];
  if (schema === undefined) throw new Error(`schema not found: ${name}`);
  return schema;
}

/** Returns the schema behind a reference, or the schema itself. */
function resolve(schema: JsonSchema, schemas: ContractSchemas): JsonSchema {
  return schema.$ref === undefined ? schema : schemaNamed(schema.$ref.slice(SCHEMA_PATH.length), schemas);
}

function requestBody({ id, upload }: Operation, schemas: ContractSchemas): Entry {
  const name = schemas.nameOf(id, 'body');
  if (name === undefined) return {};
  const content =
    upload === 'multipart'
      ? { 'multipart/form-data': form(schemaNamed(name, schemas), schemas) }
      : { 'application/json': { schema: { $ref: `${SCHEMA_PATH}${name}` } } };
  return { requestBody: { required: true, content } };
}

/** In a form, a file is a part: its name and type are headers of the part, not fields. */
function form({ properties = {}, ...schema }: JsonSchema, schemas: ContractSchemas): Entry {
  const entries = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  const isFile = (property: JsonSchema): boolean => 'data' in (resolve(property, schemas).properties ?? {});
  const isFiles = ({ items }: JsonSchema): boolean =>
    typeof items === 'object' && items !== null && isFile(items as JsonSchema);
  const files = entries.flatMap(([name, property]) =>
    isFile(property) || isFiles(property) ? [[partName(name, property), { contentType: '*/*' }]] : [],
  );
  const parts = entries.map(([name, property]) => {
    if (isFiles(property)) return [partName(name, property), { ...property, items: BYTES }];
    return [name, isFile(property) ? filePart(property) : property];
  });
  return {
    schema: { ...schema, ...requiredParts(schema, properties), properties: Object.fromEntries(parts) },
    encoding: Object.fromEntries(files),
  };
}

/** Files of an array have a name with brackets. */
function partName(name: string, { type }: JsonSchema): string {
  return type === 'array' ? `${name}[]` : name;
}

function requiredParts({ required }: JsonSchema, properties: object): { required?: string[] } {
  if (!Array.isArray(required)) return {};
  const entries = properties as Readonly<Record<string, JsonSchema>>;
  return { required: required.map((name: string) => partName(name, entries[name] ?? {})) };
}

function filePart({ description }: JsonSchema): JsonSchema {
  return { ...(description !== undefined && { description }), ...BYTES };
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
