/** Parameters of operations: path, query, headers. */
import { operations, type Operation, type QueryStyle } from '@parlance/schemas';
import type { JsonSchema } from './schemas.ts';

/** A parameter, or a reference to one. */
export type Parameter = Readonly<Record<string, unknown>>;

/** Header parameters that operations share, by name. */
export const sharedParameters: Readonly<Record<string, Parameter>> = {
  version: versionParameter(true),
  'version-optional': versionParameter(false),
  betas: betaParameter(undefined),
  ...Object.fromEntries(
    Object.values<Operation>(operations).flatMap(({ beta }) => {
      return beta === undefined ? [] : [[`beta-${beta}`, betaParameter(beta)] as const];
    }),
  ),
};

function versionParameter(required: boolean): Parameter {
  return {
    name: 'vendor-version',
    in: 'header',
    description: 'Version of the API.',
    required,
    schema: { type: 'string', format: 'date', examples: ['2023-06-01'] },
  };
}

function betaParameter(required: string | undefined): Parameter {
  const needed =
    required === undefined ? '' : ` The operation needs \`${required}\` or a later name of the family.`;
  return {
    name: 'vendor-beta',
    in: 'header',
    description: `Names of the beta features that the request uses, separated by commas.${needed}`,
    required: required !== undefined,
    style: 'simple',
    schema: {
      type: 'array',
      items: { type: 'string' },
      ...(required !== undefined && { examples: [[required]] }),
    },
  };
}

/**
 * Returns the parameters of an operation.
 *
 * @param operation - The operation.
 * @param query - Schema of its query, with descriptions; undefined when it takes none.
 * @param resolve - Returns the schema behind a reference.
 */
export function parametersOf(
  operation: Operation,
  query: JsonSchema | undefined,
  resolve: (schema: JsonSchema) => JsonSchema,
): readonly Parameter[] {
  const required = new Set(query?.required);
  const written: Readonly<Record<string, QueryStyle | undefined>> = operation.query ?? {};
  const queryParameters = Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    queryParameter(
      { name, style: written[name], required: required.has(name) },
      schema as JsonSchema,
      resolve,
    ),
  );
  return [...pathParameters(operation), ...queryParameters, ...headerParameters(operation)];
}

function pathParameters({ path }: Operation): readonly Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function headerParameters({ path, beta }: Operation): readonly Parameter[] {
  const version = path.startsWith('/v1/compliance/') ? 'version-optional' : 'version';
  return [
    { $ref: `#/components/parameters/${version}` },
    { $ref: `#/components/parameters/${beta === undefined ? 'betas' : `beta-${beta}`}` },
  ];
}

interface QueryField {
  readonly name: string;
  readonly style: QueryStyle | undefined;
  readonly required: boolean;
}

/** A parameter is written as its own name says; OpenAPI has no style for `name.gte`, so that its members are listed. */
function queryParameter(
  { name, style, required }: QueryField,
  { description, ...schema }: JsonSchema,
  resolve: (schema: JsonSchema) => JsonSchema,
): readonly Parameter[] {
  const common = {
    in: 'query',
    ...(description !== undefined && { description }),
    ...(required && { required }),
  };
  switch (style) {
    case undefined:
      return [{ name, ...common, schema }];
    case 'name[]':
      return [{ name: `${name}[]`, ...common, style: 'form', explode: true, schema }];
    case 'name[gte]':
      return [{ name, ...common, style: 'deepObject', explode: true, schema }];
    case 'name.gte':
      return members(schema, resolve).map(([member, { description: text, ...inner }]) => ({
        name: `${name}.${member}`,
        in: 'query',
        description: [description, text].filter(Boolean).join(' '),
        schema: inner,
      }));
  }
}

function members(
  schema: JsonSchema,
  resolve: (schema: JsonSchema) => JsonSchema,
): readonly (readonly [string, JsonSchema])[] {
  const { properties } = resolve(schema);
  if (properties === undefined) throw new Error('a query parameter written as name.gte must be an object');
  return Object.entries(properties) as readonly (readonly [string, JsonSchema])[];
}
