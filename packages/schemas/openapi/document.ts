/** The OpenAPI document of the contract. */
import { readFileSync } from 'node:fs';
import { operations, type Operation } from '@parlance/schemas';
import * as admin from '@parlance/schemas/admin';
import * as compliance from '@parlance/schemas/compliance';
import * as inference from '@parlance/schemas/inference';
import { Comments } from './comments.ts';
import { operationObject } from './operation-object.ts';
import { sharedParameters } from './parameters.ts';
import { errorResponses, errorSchema, responseHeaders } from './responses.ts';
import { contractSchemas, SCHEMA_PATH, type ContractSchemas, type JsonSchema } from './schemas.ts';

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
  const comments = new Comments();
  const schemas = contractSchemas(comments);
  const paths = pathsOf(schemas, comments);
  const components = {
    schemas: reachable(paths, { ...schemas.byName, ErrorResponse: errorSchema }),
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

function pathsOf(schemas: ContractSchemas, comments: Comments): Entry {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = {
      tags: [tagOf(operation)],
      ...operationObject(operation, comments.of(operation.id).description ?? '', schemas),
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
