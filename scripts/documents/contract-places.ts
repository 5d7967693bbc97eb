/** What the contract declares, by place: fields, values, prefixes of ids, headers, operations and limits. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

type Json = Readonly<Record<string, unknown>>;

/** A place of the contract, for example `Vault.type`, `GET /v1/vaults?limit` or `Vault.name maxLength`. */
export interface Place {
  /** Names, or the number of a limit. */
  readonly declared: Set<string>;
  /** Places inside it, and the components that its value refers to. */
  readonly inner: Set<string>;
  /** Headings that the declaration cites. */
  readonly source: string | undefined;
}

/** Places by name. */
export type Places = Map<string, Place>;

const SOURCES = path.resolve(import.meta.dirname, '../../packages/schemas/src');
const LIMITS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'maxProperties'];
const COMPONENT = '#/components/schemas/';
const PARAMETER = '#/components/parameters/';

/**
 * Collects the places of the contract.
 *
 * @param document - The contract as an OpenAPI document. Types that it does not contain are read from their sources.
 */
export function contractPlaces(document: Json): Places {
  const places: Places = new Map();
  const components = document['components'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
  for (const [name, schema] of entriesOf(components['schemas'])) addSchema(places, name, schema);
  for (const [route, item] of entriesOf(document['paths']))
    for (const [method, operation] of entriesOf(item))
      addOperation(places, `${method.toUpperCase()} ${route}`, {
        operation,
        shared: components['parameters'] ?? {},
      });
  for (const [name, parameter] of entriesOf(components['parameters'])) {
    const { declared } = placeAt(places, `parameter ${name}`);
    declared.add(String(parameter['name']).toLowerCase());
    addSchema(places, `parameter ${name}`, parameter['schema'] as Json);
  }
  addHeaders(places, document);
  for (const file of globSync('**/*.ts', { cwd: SOURCES }))
    if (!/\.(test|test-d|schema|examples)\.ts$/.test(file)) addTypes(places, file);
  return places;
}

function addHeaders(places: Places, { components, paths }: Json): void {
  const { declared } = placeAt(places, 'headers');
  for (const [, { type, name }] of entriesOf((components as Json)['securitySchemes']))
    declared.add(type === 'http' ? 'authorization' : String(name));
  if (JSON.stringify(paths).includes('"requestBody"')) declared.add('content-type');
}

function entriesOf(value: unknown): [string, Json][] {
  return Object.entries((value ?? {}) as Readonly<Record<string, Json>>);
}

interface OperationParts {
  readonly operation: Json;
  readonly shared: Readonly<Record<string, Json>>;
}

function addOperation(places: Places, name: string, { operation, shared }: OperationParts): void {
  const { declared } = placeAt(places, name, operation['x-source']);
  declared.add(name);
  for (const parameter of (operation['parameters'] as readonly Json[] | undefined) ?? []) {
    const ref = parameter['$ref'] as string | undefined;
    const resolved = ref === undefined ? parameter : (shared[ref.slice(PARAMETER.length)] as Json);
    // A member of an object is spelled `name.member` or `name[member]`.
    const [outer = '', member] = String(resolved['name']).split(/[.[\]]+/);
    declared.add(outer);
    addSchema(places, `${name}?${outer}`, resolved['schema'] as Json);
    if (member) placeAt(places, `${name}?${outer}`).declared.add(member);
  }
  const good = (operation['responses'] as Json)['200'] as Json;
  for (const [kind, holder] of [
    ['body', operation['requestBody']],
    ['response', good],
  ] as const)
    for (const [, content] of entriesOf((holder as Json | undefined)?.['content'])) {
      addSchema(places, `${name} ${kind}`, content['schema'] as Json);
      if (content['x-event-schema'] !== undefined)
        addSchema(places, `${name} event`, content['x-event-schema'] as Json);
    }
}

function addSchema(places: Places, name: string, schema: Json): void {
  const { declared, inner } = placeAt(places, name, schema['x-source']);
  const ref = schema['$ref'] as string | undefined;
  if (ref !== undefined) inner.add(ref.slice(COMPONENT.length));
  for (const [field, property] of entriesOf(schema['properties'])) {
    declared.add(field);
    addSchema(places, `${name}.${field}`, property);
  }
  const values = ['enum', 'x-extensible-enum'].flatMap(
    (keyword) => (schema[keyword] as unknown[] | undefined) ?? [],
  );
  for (const value of [...values, schema['const'] ?? '']) declared.add(String(value));
  if (schema['type'] === 'object') declared.add('object');
  const prefix = /^\^([a-z_]+_)/.exec(String(schema['pattern']))?.[1];
  if (prefix !== undefined) declared.add(prefix);
  for (const limit of LIMITS)
    if (typeof schema[limit] === 'number')
      placeAt(places, `${name} ${limit}`).declared.add(String(schema[limit]));
  const keys = (schema['propertyNames'] as Json | undefined)?.['maxLength'];
  if (typeof keys === 'number') placeAt(places, `${name} maxKeyLength`).declared.add(String(keys));
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    for (const option of (schema[keyword] as readonly Json[] | undefined) ?? [])
      addSchema(places, name, option);
  for (const keyword of ['items', 'additionalProperties'])
    if (typeof schema[keyword] === 'object') addSchema(places, name, schema[keyword] as Json);
}

/** Adds what JSON Schema does not contain: known values of open enumerations, unused interfaces, and constants. */
function addTypes(places: Places, file: string): void {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement))
      for (const member of statement.members) addMember(places, statement, member);
    if (ts.isTypeAliasDeclaration(statement)) {
      placeAt(places, statement.name.text, sourceOf(statement));
      addLiterals(places, statement.name.text, statement.type);
    }
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        addConstants(places, name.getText(), initializer);
  }
}

function addMember(places: Places, declaration: ts.InterfaceDeclaration, member: ts.TypeElement): void {
  const [owner, field] = [declaration.name.text, member.name?.getText()];
  if (field === undefined) return;
  placeAt(places, owner, sourceOf(declaration)).declared.add(field);
  if (ts.isPropertySignature(member) && member.type !== undefined)
    addLiterals(places, `${owner}.${field}`, member.type);
}

function addLiterals(places: Places, name: string, type: ts.Node): void {
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal))
      placeAt(places, name).declared.add(node.literal.text);
    ts.forEachChild(node, visit);
  };
  visit(type);
}

function addConstants(places: Places, name: string, value: ts.Expression | undefined): void {
  const object = value !== undefined && ts.isAsExpression(value) ? value.expression : value;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return;
  for (const property of object.properties)
    if (ts.isPropertyAssignment(property) && ts.isNumericLiteral(property.initializer))
      placeAt(places, `${name}.${property.name.getText()}`).declared.add(property.initializer.text);
}

function sourceOf(declaration: ts.Node): string | undefined {
  const tag = ts.getJSDocTags(declaration).find(({ tagName }) => tagName.text === 'source');
  return tag === undefined ? undefined : ts.getTextOfJSDocComment(tag.comment);
}

/** Returns a place, and links it to the one around it. */
function placeAt(places: Places, name: string, source?: unknown): Place {
  const found = places.get(name);
  if (found !== undefined) return found;
  const place: Place = {
    declared: new Set(),
    inner: new Set(),
    source: typeof source === 'string' ? source : undefined,
  };
  places.set(name, place);
  const around = /^(.+)(?:\.[^./{}]+|\?\w+| \w+)$/.exec(name)?.[1];
  if (around !== undefined && !/^(?:GET|POST|DELETE|parameter)$/.test(around))
    placeAt(places, around).inner.add(name);
  return place;
}
