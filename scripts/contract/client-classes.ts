/** Writes the classes of the clients whose methods only send operations. */
import * as z from 'zod';
import type { OperationContract } from '../../packages/schemas/src/kit/contract.ts';
import { commentText } from './comments.ts';
import { MARK } from './lists.ts';
import { camelCase } from './services.ts';
import { typeText, type TypeContext } from './types.ts';

/** An operation that a method of a client's class sends. */
export interface ClientOperation {
  readonly contract: OperationContract;
  /** The method, for example `archive` of the resource `vaults`. */
  readonly method: string;
  readonly resource: string;
  /** Its constant. */
  readonly constant: string;
  readonly comment: string;
  /** Its class, for example `Vaults`. */
  readonly className: string;
  readonly classComment: string;
  /** Its module, for example `managed-agents/vaults`. */
  readonly module: string;
}

/** What the classes of all clients share. */
interface Clients {
  readonly operations: readonly ClientOperation[];
  /** Module of each type. */
  readonly owners: ReadonlyMap<string, string>;
  readonly context: TypeContext;
}

/**
 * Returns the texts of the classes, by file name.
 *
 * @throws Error - When a method does more than send an operation, and is not marked as hand-written.
 */
export function clientClasses(clients: Clients): ReadonlyMap<string, string> {
  const written = clients.operations.filter(({ contract }) => contract.isHandWritten !== true);
  return new Map(
    [...Map.groupBy(written, fileOf)].map(([file, operations]) => [file, fileText(operations, clients)]),
  );
}

function fileOf({ contract, module }: ClientOperation): string {
  return `packages/${module.replace('/', '/src/')}${contract.isExtended ? '-base' : ''}.ts`;
}

function fileText(operations: readonly ClientOperation[], clients: Clients): string {
  const classes = [...Map.groupBy(operations, ({ className }) => className).values()];
  const text = classes.map((own) => classText(own, clients)).join('\n\n');
  const members = classes.flatMap((own) => membersOf(own, clients));
  return `${MARK}\n${importsText(operations, text, clients)}\n${memberImports(operations, members)}\n${text}\n`;
}

function classText(operations: readonly ClientOperation[], clients: Clients): string {
  const [first] = operations as [ClientOperation, ...ClientOperation[]];
  const { className, contract, classComment } = first;
  const members = membersOf(operations, clients).map((one) => ({ ...one, key: keyOf(one.resource) }));
  const fields = members.map(
    (one) => `${commentText(one.classComment)}readonly ${one.key}: ${one.className};\n`,
  );
  const assignments = members.map((one) => `this.${one.key} = new ${one.className}(transport);\n`);
  const head = contract.isExtended
    ? `/** The methods of {@link ${className}} that only send operations. */\nexport class ${className}Base`
    : `${commentText(classComment)}export class ${className}`;
  return `${head} {
${fields.join('')}readonly #transport: Transport;

/** @param transport - Sends the operations. */
constructor(transport: Transport) {
this.#transport = transport;
${assignments.join('')}}
${contract.isExtended ? TRANSPORT : ''}
${operations.map((operation) => methodText(operation, clients)).join('\n\n')}
}`;
}

/** What hand-written methods send operations with. A getter, so that a printed client does not show it. */
const TRANSPORT = `\n/** Sends the operations. */\nprotected get transport(): Transport {\nreturn this.#transport;\n}\n`;

/** Returns the members of a class, by an operation of each: `vaults.credentials.list` is one of the member `credentials`. */
function membersOf([first]: readonly ClientOperation[], { operations }: Clients): readonly ClientOperation[] {
  const byResource = Map.groupBy(operations, ({ resource }) => resource);
  return [...byResource.keys()]
    .toSorted()
    .filter((resource) => resource === `${first?.resource}.${keyOf(resource)}`)
    .flatMap((resource) => byResource.get(resource)?.slice(0, 1) ?? []);
}

/** Returns the last part of a resource, for example `credentials` of `vaults.credentials`. */
function keyOf(resource: string): string {
  return resource.slice(resource.lastIndexOf('.') + 1);
}

function methodText(operation: ClientOperation, { operations, context }: Clients): string {
  const { contract, constant, className, comment, method } = operation;
  const { id, download, items = 'data', mayBeNull, paging, path, schemas, stream, upload } = contract;
  if (download === 'lines' || (mayBeNull ?? stream ?? upload) !== undefined)
    throw new Error(`The method of ${id} does more than send it: mark it as hand-written.`);
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const list = paging === undefined ? undefined : shapeOf(schemas.response)[items];
  const array = list instanceof z.ZodOptional ? list.unwrap() : list;
  const item = array instanceof z.ZodArray ? array.element : schemas.response;
  const result = item === undefined ? 'Download' : typeText(item, context);
  const parameters = [
    ...ids.map((name) => `${argumentOf(name)}: string`),
    ...paramsOf(contract, context),
    `options?: ${list === undefined ? 'CallOptions' : 'ListOptions'}`,
  ];
  const values = ids.map((name) => `${name}: ${argumentOf(name)}`).join(', ');
  const input = [...(values === '' ? [] : [`params: { ${values} }`]), ...inputOf(contract)];
  const returned = result === className ? recordOf(result) : result;
  const [type, send] = list === undefined ? ['ApiPromise', 'call'] : ['Paginator', 'list'];
  const sent = (name: string): string =>
    `this.#transport.${name}(${constant}, { ${input.join(', ')} }, options)`;
  return `${commentText(withMethodLinks(comment, operations))}${method}(${parameters.join(', ')}):
${download === undefined ? type : 'Promise'}<${returned}> {
return ${download === undefined ? sent(send) : `openDownload(() => ${sent('download')})`};
}`;
}

/** Parts of parameters of the path that the arguments of methods shorten or write out. */
const WORDS = {
  assistant_gen_: 'generated_',
  assistant_: '',
  message_batch_: 'batch_',
  org_: 'organization_',
};

/** Returns the argument of a method for a parameter of the path, for example `organizationUuid` for `org_uuid`. */
function argumentOf(pathParam: string): string {
  const name = Object.entries(WORDS).reduce((text, [part, word]) => text.replace(part, word), pathParam);
  return camelCase(name.replaceAll('_', '-'));
}

/** Returns the parameter for the query and the body, which are one object; none for an operation without them. */
function paramsOf({ id, schemas }: OperationContract, context: TypeContext): readonly string[] {
  const parts = [schemas.body, schemas.query].filter((schema) => schema !== undefined);
  // An update without changes is hardly meant.
  const isOptional = parts.every(hasOnlyOptional) && !/\.(?:create|update)$/.test(id);
  const type = parts.map((schema) => typeText(schema, context)).join(' & ');
  return parts.length === 0 ? [] : [`params: ${type}${isOptional ? ' = {}' : ''}`];
}

function inputOf({ schemas: { query, body } }: OperationContract): readonly string[] {
  if (query === undefined) return body === undefined ? [] : ['body: params'];
  const names = Object.keys(shapeOf(query)).map((name) => `'${name}'`);
  return [body === undefined ? 'query: params' : `...splitParams(params, [${names.join(', ')}])`];
}

function hasOnlyOptional(schema: z.core.$ZodType): boolean {
  const fields = Object.values(shapeOf(schema));
  return schema instanceof z.ZodObject && fields.every(({ _zod }) => _zod.optin !== undefined);
}

function shapeOf(schema: z.core.$ZodType | undefined): z.core.$ZodShape {
  return schema instanceof z.ZodObject ? (schema.shape as z.core.$ZodShape) : {};
}

/** Replaces links to operations by links to their methods. */
function withMethodLinks(comment: string, operations: readonly ClientOperation[]): string {
  return comment.replaceAll(/\{@link (\w+)\}/g, (link, name: string) => {
    const target = operations.find(({ constant }) => constant === name);
    return target === undefined ? link : `{@link ${target.className}.${target.method}}`;
  });
}

function importsText(operations: readonly ClientOperation[], text: string, { owners }: Clients): string {
  const service = operations[0]?.module.split('/')[0];
  const constants = operations.map(({ constant }) => constant).toSorted();
  const used = new Set(text.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\w+/g));
  const usedOf = (...names: readonly string[]): readonly string[] => names.filter((name) => used.has(name));
  const results = usedOf('ApiPromise', 'CallOptions', 'Download', 'ListOptions', 'Paginator');
  const internal = [...usedOf('openDownload', 'splitParams'), 'type Transport'].join(', ');
  const classes = new Set(operations.map(({ className }) => className));
  const isUsed = (type: string): boolean => used.has(classes.has(type) ? recordOf(type) : type);
  const types = [...owners.keys()].filter(isUsed).toSorted();
  const byEntry = Map.groupBy(types, (type) => owners.get(type)?.split('/')[0]);
  const typeImports = [...byEntry].map(([entry, names]) => {
    const list = names.map((name) => (classes.has(name) ? `${name} as ${recordOf(name)}` : name));
    return `import type { ${list.join(', ')} } from '@parlance/schemas/${entry}';`;
  });
  return `import type { ${results.join(', ')} } from '@parlance/core-transport';
import ${internal === 'type Transport' ? 'type { Transport }' : `{ ${internal} }`} from '@parlance/core-transport/internal';
import { ${constants.join(', ')} } from '@parlance/schemas/${service}';
${typeImports.join('\n')}`;
}

/** Returns the name of a type in the file of a class that has its name. */
function recordOf(type: string): string {
  return `${type}Record`;
}

function memberImports([own]: readonly ClientOperation[], members: readonly ClientOperation[]): string {
  return members
    .filter(({ module }) => module !== own?.module)
    .map(({ className, module }) => `import { ${className} } from './${module.split('/')[1]}.js';\n`)
    .join('');
}
