/** Parameters of operations: path, query, headers. */
import { operations, type Operation, type QueryStyle } from '@parlance/schemas';
import { fieldsOf, type ContractSchemas, type JsonSchema } from './schemas.ts';

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
 * @param schemas - The schemas of the contract.
 */
export function parametersOf(operation: Operation, schemas: ContractSchemas): readonly Parameter[] {
  const { path, beta } = operation;
  const query = schemas.part(operation.id, 'query');
  const styles: Readonly<Record<string, QueryStyle | undefined>> = operation.query ?? {};
  const version = path.startsWith('/v1/compliance/') ? 'version-optional' : 'version';
  return [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    })),
    ...fieldsOf(query).flatMap(([name, { description, ...schema }]) => {
      const common = {
        in: 'query',
        ...(description !== undefined && { description }),
        ...(query?.required?.includes(name) === true && { required: true }),
      };
      return styled(styles[name], { name, ...common, schema }, schemas);
    }),
    { $ref: `#/components/parameters/${version}` },
    { $ref: `#/components/parameters/${beta === undefined ? 'betas' : `beta-${beta}`}` },
  ];
}

/** A query parameter, written in a style. OpenAPI has no style for `name.gte`, so that its members are listed. */
function styled(
  style: QueryStyle | undefined,
  { schema, ...common }: Parameter & { readonly name: string; readonly schema: JsonSchema },
  schemas: ContractSchemas,
): readonly Parameter[] {
  switch (style) {
    case undefined:
      return [{ ...common, schema }];
    case 'name[]':
      return [{ ...common, name: `${common.name}[]`, style: 'form', explode: true, schema }];
    case 'name[gte]':
      return [{ ...common, style: 'deepObject', explode: true, schema }];
    case 'name.gte':
      return fieldsOf(schemas.resolve(schema)).map(([member, { description, ...inner }]) => ({
        name: `${common.name}.${member}`,
        in: 'query',
        description: [common['description'], description].filter(Boolean).join(' '),
        schema: inner,
      }));
  }
}
