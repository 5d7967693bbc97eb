import { Validator as JsonSchemaValidator } from '@cfworker/json-schema';
import type { Operation, Validator } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { readOpenapi } from '@parlance/testing';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { beforeAll, expect, test, vi } from 'vitest';
import { compile } from './compile.js';
import { scenarios } from './scenarios.js';
import { openClients, openPlace } from './open-clients.js';

// It compiles a program of types, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Part = 'body' | 'response' | 'event';

interface Exchanged {
  readonly operation: Operation;
  readonly part: Part;
  readonly json: string;
}

/** Everything that the scenarios send and receive as JSON, each once. */
const exchanged = new Map<string, Exchanged>();

function recordingValidator(): Validator {
  const strict = validator({ requests: 'throw', responses: 'throw' });
  const record = (operation: Operation, part: Part, value: unknown): void => {
    const json = JSON.stringify(value);
    if (json !== undefined) exchanged.set(`${operation.id} ${part} ${json}`, { operation, part, json });
  };
  return {
    ...strict,
    checkRequest(operation, parts) {
      const issues = strict.checkRequest(operation, parts);
      if (issues.length === 0 && operation.upload === undefined) record(operation, 'body', parts.body);
      return issues;
    },
    checkResponse(operation, response) {
      record(operation, 'response', response);
      return strict.checkResponse(operation, response);
    },
    checkEvent(operation, event) {
      record(operation, 'event', event);
      return strict.checkEvent(operation, event);
    },
  };
}

beforeAll(async () => {
  await using place = await openPlace('adapter');
  for (const scenario of Object.values(scenarios)) {
    await using open = openClients(place, recordingValidator());
    await scenario(open.clients);
  }
}, 60_000);

const of = (part: Part): readonly Exchanged[] =>
  [...exchanged.values()].filter((value) => value.part === part);

interface OperationObject {
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}

type Content = Readonly<
  Record<string, { readonly schema: { readonly $ref?: string; readonly 'x-event-schema'?: string } }>
>;

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document = readOpenapi() as OpenApiDocument;

/** Reference to the schema of a part in the document. */
function referenceOf({ path, method }: Operation, part: Part): string {
  const { requestBody, responses } = document.paths[path]![method.toLowerCase()]!;
  const content = part === 'body' ? requestBody?.content : responses['200'].content;
  const schema =
    part === 'event'
      ? content?.['text/event-stream']?.schema['x-event-schema']
      : (content?.['application/json'] ?? content?.['application/x-jsonl'])?.schema.$ref;
  return schema ?? 'missing';
}

test.each(['body', 'response', 'event'] as const)('each %s of the scenarios matches its schema', (part) => {
  const { schemas } = document.components;
  const failures: string[] = [];
  const checkers = new Map<string, JsonSchemaValidator>();
  const values = of(part);
  for (const { operation, json } of values) {
    const $ref = referenceOf(operation, part);
    const checker =
      checkers.get($ref) ?? new JsonSchemaValidator({ $ref, components: { schemas } } as object, '2020-12');
    checkers.set($ref, checker);
    const { valid, errors } = checker.validate(JSON.parse(json));
    if (!valid) failures.push(`${operation.id}: ${errors.map(({ error }) => error).join('; ')} ${json}`);
  }
  expect(values.length).toBeGreaterThan(10);
  expect(failures).toEqual([]);
});

test.each([
  ['VaultCreateParams', { display_name: '' }],
  ['VaultCreateParams', { display_name: 'Build farm', color: 'blue' }],
  ['Metadata', { ['k'.repeat(65)]: 'v' }],
  ['ContentBlock', { type: 'text' }],
  ['MessageParam', { role: 'system', content: 'hello' }],
])('the schema %s rejects %j', (name, value) => {
  const { schemas } = document.components;
  const schema = { $ref: `#/components/schemas/${name}`, components: { schemas } } as object;
  expect(new JsonSchemaValidator(schema, '2020-12').validate(value).valid).toBe(false);
});

test('types generated from the document accept the bodies of the scenarios and reject others', async () => {
  const types = astToString(await openapiTypes(document as unknown as OpenAPI3, { silent: true }));
  const bodies = of('body').map(({ operation, json }) => `use<Body<'${operation.id}'>>(${json});`);
  const wrong = [
    `use<Body<'messages.create'>>({ model: 'm', max_tokens: 'many', messages: [] });`,
    `use<Body<'messages.create'>>({ model: 'm', max_tokens: 1 });`,
    `use<Body<'vaults.create'>>({ display_name: 'Build farm', color: 'blue' });`,
    `use<Body<'invites.create'>>({ email: 'a@example.com', role: 'emperor' });`,
  ];
  const program = [
    `import type { operations } from './api.js';`,
    `type Body<Id extends keyof operations> = NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer B } } ? B : never;`,
    `declare function use<T>(value: T): void;`,
    ...bodies,
    ...wrong,
  ];
  const errors = compile('program.ts', { 'api.ts': types, 'program.ts': program.join('\n') });
  const first = 3 + bodies.length + 1;
  expect(errors.map(({ line, message }) => [line, message])).toEqual([
    [first, expect.stringContaining("'string' is not assignable to type 'number'")],
    [first + 1, expect.stringContaining("'messages' is missing")],
    [first + 2, expect.stringContaining("'color' does not exist")],
    [first + 3, expect.stringContaining('"emperor"')],
  ]);
}, 60_000);
