/** The facts of the contract by name, each in one line, for a comparison with those of the API documents. */
import { operationSources, type NamingPaths, type NamingTable, type Operation } from '@parlance/schemas';

/** Exports of the contract: what the OpenAPI document does not have. */
type Contract = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

/**
 * Facts by the id of an operation or the name of a type: what it is under `""`, and its query parameters or members under their
 * names, with `?` after those that are optional. Of an operation also where its parts contain a deployment's own names.
 */
export type Facts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Returns the facts of the contract.
 *
 * @param document - The contract as an OpenAPI document.
 * @param contract - Exports of the contract, for the operations, the naming tables and the records of limits.
 */
export function factsOf(document: Json, contract: Contract): Facts {
  const components = document['components'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
  const operations = contract['operations'] as Readonly<Record<string, Operation>>;
  const namings = exportsNamed(contract, 'Naming') as readonly (readonly [string, NamingTable])[];
  const found: Record<string, Readonly<Record<string, string>>> = {};
  for (const item of Object.values(
    document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>,
  ))
    for (const described of Object.values(item)) {
      const operation = operations[String(described['operationId'])] as Operation;
      found[operation.id] = {
        '': operationFact(operation, described),
        ...parameterFacts(described, components['parameters'] ?? {}),
        ...namingFacts(
          operation.id,
          namings.map(([, naming]) => naming),
        ),
      };
    }
  for (const [name, schema] of Object.entries(components['schemas'] ?? {}))
    found[name] = { '': typeFact(schema), ...memberFacts(schema) };
  for (const [name, limits] of exportsNamed(contract, 'Limits'))
    found[name] = Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key, String(limit)]));
  return found;
}

/** Exported records whose names have an ending, such as `vaultLimits`. Operations can have one too. */
function exportsNamed(contract: Contract, ending: string): readonly (readonly [string, object])[] {
  return Object.entries(contract).flatMap(([name, value]) =>
    name.endsWith(ending) && typeof value === 'object' && value !== null && !('id' in value)
      ? [[name, value] as const]
      : [],
  );
}

function operationFact(operation: Operation, described: Json): string {
  const { id, method, path, auth, replay, reads: _reads, readsEvents: _readsEvents, ...others } = operation;
  const { source, ...assumed } = operationSources[id] ?? {};
  const facts = Object.entries({ ...others, ...assumed }).map(([key, value]) => `${key} ${valueFact(value)}`);
  const body = contentFact(described['requestBody']);
  const response = contentFact((described['responses'] as Json)['200']);
  return [
    `${method} ${path}`,
    auth,
    replay,
    ...facts.toSorted(),
    body && `takes ${body}`,
    response && `returns ${response}`,
    `from ${source}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Identifiers in the parts of an operation, for example `model.id and skills.*.type` of the key `names in body`. */
function namingFacts(id: string, namings: readonly NamingTable[]): Record<string, string> {
  const naming = namings.map(({ operations }) => operations[id]).find((one) => one !== undefined);
  return Object.fromEntries(
    Object.entries(naming ?? {}).map(([part, paths]) => [`names in ${part}`, pathsFact(paths)]),
  );
}

function pathsFact(paths: NamingPaths | Readonly<Record<string, NamingPaths>>): string {
  return Object.entries(paths)
    .map(([key, path]) => (typeof path === 'string' ? path : `${key}: ${path.join(' and ')}`))
    .join(' and ');
}

function valueFact(value: unknown): string {
  if (Array.isArray(value)) return value.join(' and ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} as ${String(inner)}`)
    .join(' and ');
}

function contentFact(holder: unknown): string {
  const contents = Object.entries(
    ((holder as Json | undefined)?.['content'] ?? {}) as Readonly<Record<string, Json>>,
  );
  return contents
    .map(([type, { schema }]) => {
      const event = (schema as Json)['x-event-schema'];
      if (event !== undefined) return `events ${String(event).split('/').at(-1)}`;
      return `${typeText(schema as Json)}${type === 'application/json' ? '' : ` as ${type}`}`;
    })
    .join(' or ');
}

function parameterFacts(described: Json, shared: Readonly<Record<string, Json>>): Record<string, string> {
  const parameters = (described['parameters'] ?? []) as readonly Json[];
  return Object.fromEntries(
    parameters
      .map((one) => shared[String(one['$ref']).split('/').at(-1) ?? ''] ?? one)
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => {
        const schema = parameter['schema'] as Json;
        const name = `${String(parameter['name'])}${parameter['required'] === true ? '' : '?'}`;
        return [name, memberFact({ description: parameter['description'], ...schema })];
      }),
  );
}

/** What a type is, apart from its members. */
function typeFact(schema: Json): string {
  if (schema['properties'] === undefined) return memberFact(schema);
  return schema['additionalProperties'] === false ? 'closed' : 'open';
}

function memberFacts({ properties, required = [] }: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).map(([name, schema]) => [
      (required as readonly string[]).includes(name) ? name : `${name}?`,
      memberFact(schema),
    ]),
  );
}

const UNITS =
  /\b(?:RFC 3339|UTF-8|Unicode|seconds|milliseconds|minutes|hours|days|bytes|characters|tokens|cents|dollars|percent)\b/;

function memberFact(schema: Json): string {
  const prose = String(schema['description'] ?? '');
  const fallback = /\bDefaults?:? (?:to )?(.+?)(?:[.;](?:\s|$)|$)/.exec(prose)?.[1];
  const unit = UNITS.exec(prose)?.[0];
  const rules = (schema['x-parlance-rules'] ?? []) as readonly string[];
  return [typeText(schema), unit && `in ${unit}`, fallback && `default ${fallback}`, ...rules]
    .filter(Boolean)
    .join(', ');
}

/** A type in one line. */
function typeText(schema: Json): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? '';
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[keyword]))
      return (schema[keyword] as readonly Json[])
        .map((option) =>
          [typeText(option), ...((option['x-parlance-rules'] ?? []) as readonly string[])].join(' '),
        )
        .join(keyword === 'allOf' ? ' & ' : ' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const type = String(schema['type'] ?? 'anything');
  if (type === 'array') return `[${itemText(schema['items'] as Json)}]${boundsText(schema, 'Items')}`;
  if (type === 'object') return objectText(schema);
  const open = (schema['x-extensible-enum'] ?? []) as readonly string[];
  const format = schema['format'] ?? schema['pattern'] ?? schema['contentMediaType'];
  const not = schema['not'] === undefined ? '' : ` but ${JSON.stringify((schema['not'] as Json)['enum'])}`;
  const known = open.length === 0 ? '' : ` such as ${open.join(' | ')}`;
  return `${type}${format === undefined ? '' : ` ${String(format)}`}${boundsText(schema, 'Length')}${known}${not}`;
}

function itemText(schema: Json): string {
  const rules = (schema['x-parlance-rules'] ?? []) as readonly string[];
  return [typeText(schema), ...rules].join(' ');
}

function objectText(schema: Json): string {
  const { properties, additionalProperties, propertyNames } = schema;
  const keys = (propertyNames as Json | undefined)?.['maxLength'];
  const bounds = `${boundsText(schema, 'Properties')}${keys === undefined ? '' : ` with keys of at most ${String(keys)}`}`;
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? typeText(additionalProperties as Json) : 'anything';
    return `map of ${values}${bounds}`;
  }
  const members = Object.entries(memberFacts(schema)).map(([name, fact]) => `${name}: ${fact}`);
  return `${additionalProperties === false ? 'closed' : 'open'} {${members.join('; ')}}${bounds}`;
}

function boundsText(schema: Json, what: string): string {
  const low = schema[`min${what}`] ?? schema['minimum'] ?? schema['exclusiveMinimum'];
  const high = schema[`max${what}`] ?? schema['maximum'] ?? schema['exclusiveMaximum'];
  if (low === undefined && high === undefined) return '';
  return ` ${String(low ?? '')}..${String(high ?? '')}`;
}
