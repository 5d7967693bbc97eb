/** The OpenAPI document of the contract. */
import { readFileSync } from 'node:fs';
import { operations, type Operation } from '@parlance/schemas';
import * as admin from '@parlance/schemas/admin';
import * as compliance from '@parlance/schemas/compliance';
import * as inference from '@parlance/schemas/inference';
import { componentSchemas, SCHEMA_PATH, type JsonSchema } from './component-schemas.ts';
import { ContractTypes } from './contract-types.ts';
import { describe } from './describe.ts';
import { hoistNamed } from './hoist.ts';
import { operationObject, type ContractSchemas } from './operation-object.ts';
import { sharedParameters } from './parameters.ts';
import { errorResponses, errorSchema, responseHeaders } from './responses.ts';

type Entry = Readonly<Record<string, unknown>>;

const DESCRIPTION = `The API that the Parlance clients use, with the placeholder names of its documentation: \`vendor\`,
\`assistant\` and \`githost\` are replaced by a deployment's own names in headers, identifiers and enumerations.

- \`x-source\` is the document and the heading that describe an operation or a type.
- \`x-assumed\` lists the parts of an operation that the documents do not show.
- \`x-parlance-rules\` lists the numbered rules that a schema enforces. Rules that span several fields are not expressed here.
- \`x-extensible-enum\` lists the known values of an enumeration that later versions may extend.
- \`x-event-schema\` is the schema of the JSON in each event of a stream.
- \`x-replay\` is the effect of sending the request twice: \`read\` has no effect, \`generate\` costs tokens, \`idempotent\`
  changes nothing more, \`create\` creates a second object.
- \`x-paging\` is the kind of paging: \`cursor\` uses \`page\` and \`next_page\`, \`id\` uses \`after_id\` and \`has_more\`.
- \`x-beta\` is the beta name that the operation requires.

Objects in requests accept only the listed fields. Responses are open: fields, values and block types can be added at any time.
`;

const TAGS = ['Inference', 'Managed agents', 'Compliance', 'Administration'] as const;

/** Makes the document from the contract. */
export function openapiDocument(): Entry {
  const schemas = describedSchemas();
  const paths = pathsOf(schemas);
  const components = {
    schemas: reachable(paths, { ...Object.fromEntries(schemas.byName), ErrorResponse: errorSchema }),
    parameters: sharedParameters,
    headers: responseHeaders,
    responses: errorResponses,
    securitySchemes: SECURITY,
  };
  const { version, license } = JSON.parse(readFileSync('packages/schemas/package.json', 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance API',
      version,
      description: DESCRIPTION,
      license: { name: license, identifier: license },
    },
    servers: [
      {
        url: '{baseUrl}',
        variables: {
          baseUrl: { default: 'https://api.example.com', description: 'Origin of the deployment.' },
        },
      },
    ],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components,
  };
}

const SECURITY: Entry = {
  'api-key': apiKey('API key of a workspace.'),
  'admin-key': apiKey('Admin key of an organization.'),
  'compliance-key': {
    type: 'http',
    scheme: 'bearer',
    description: 'Compliance access key. The header `x-api-key` is accepted too.',
  },
};

function apiKey(description: string): Entry {
  return { type: 'apiKey', in: 'header', name: 'x-api-key', description };
}

/** The schemas of the contract with the comments of its types. */
function describedSchemas(): ContractSchemas {
  const types = new ContractTypes();
  const { byName, nameOf } = componentSchemas();
  const described = new Map(byName);
  for (const [name, schema] of byName) {
    const type = types.typeNamed(name);
    if (type !== undefined) described.set(name, describe(schema, type, types));
  }
  for (const { id } of Object.values<Operation>(operations)) {
    for (const part of ['query', 'body', 'response', 'event'] as const) {
      const name = nameOf(id, part);
      const schema = name && byName.get(name);
      const type = types.typeOfPart(id, part);
      if (name && schema && type && types.typeNamed(name) === undefined)
        described.set(name, describe(schema, type, types));
    }
  }
  return { byName: hoistNamed(described), nameOf, proseOf: (id) => types.proseOfOperation(id) };
}

function pathsOf(schemas: ContractSchemas): Entry {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = {
      tags: [tagOf(operation)],
      ...operationObject(operation, schemas),
    };
  }
  return paths;
}

function tagOf(operation: Operation): (typeof TAGS)[number] {
  const isOf = (service: object): boolean => Object.values(service).includes(operation);
  if (isOf(inference)) return 'Inference';
  if (isOf(compliance)) return 'Compliance';
  return isOf(admin) ? 'Administration' : 'Managed agents';
}

/** The schemas that the paths refer to, directly or through each other, by name. */
function reachable(paths: Entry, schemas: Readonly<Record<string, JsonSchema>>): Entry {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit([paths, errorResponses]);
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]]));
}

const REFERENCE = new RegExp(`"${SCHEMA_PATH}([^"]+)"`, 'g');
