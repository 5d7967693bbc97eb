/** Writes the plain module of each contract file: interfaces and operations, without zod. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { loadSources } from '../load-sources.ts';
import type { ContractMarks, OperationContract } from '../../packages/schemas/src/kit/contract.ts';
import type { OperationSource } from '../../packages/schemas/src/kit/operation.ts';
import { boundsText } from './bounds.ts';
import { clientClasses, type ClientOperation } from './client-classes.ts';
import { commentText, readComments, type DeclarationComments } from './comments.ts';
import { MARK } from './lists.ts';
import { readModules } from './modules.ts';
import { services } from './services.ts';
import { membersOf, refer, typeBody, typeText, type TypeContext } from './types.ts';

interface LoadedContract {
  readonly marksOf: (schema: z.core.$ZodType) => ContractMarks | undefined;
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What all contract files share. */
interface Contracts {
  readonly loaded: LoadedContract;
  readonly names: ReadonlyMap<z.core.$ZodType, string>;
  /** Module of each type, relative to the sources and without suffix. */
  readonly owners: ReadonlyMap<string, string>;
}

/** What `pnpm contract` reads in a contract file. */
export interface ContractFile {
  /** File relative to the sources, for example `managed-agents/vaults.contract.ts`. */
  readonly file: string;
  /** Text of the plain module beside it. */
  readonly plain: string;
  /** Names of its schemas. */
  readonly schemas: readonly string[];
  /** Of each operation by id, the names of its parts' schemas, and the files that export them. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, ExportedSchema>>>>;
  /** Where its operations are documented, by id. */
  readonly sources: Readonly<Record<string, OperationSource>>;
}

/** What `pnpm contract` reads in all contract files. */
export interface ContractFiles {
  readonly files: readonly ContractFile[];
  /** Texts of the clients' classes, by file name. */
  readonly classes: ReadonlyMap<string, string>;
}

/** A schema that a module exports. */
export interface ExportedSchema {
  readonly file: string;
  readonly name: string;
  /** Type of the page, for example `IdPage`, if the schema is that of its items. */
  readonly page?: string;
}

/**
 * Reads the contract files.
 *
 * @param sources - Folder of the contract's sources. The plain modules in it may be missing or old.
 */
export async function readContractFiles(sources: string): Promise<ContractFiles> {
  const files = globSync('*/*.contract.ts', { cwd: sources }).toSorted();
  const schemas = globSync('*/*.schema.ts', { cwd: sources }).toSorted();
  const contracts = await loadContracts(sources, files, schemas);
  const read = files.map((file): ContractFile => {
    const text = readFileSync(path.join(sources, file), 'utf8');
    const exports = Object.entries(contracts.loaded.modules[file] ?? {});
    const operations = exports.flatMap(([, value]) => (isOperation(value) ? [value] : []));
    const { declarations } = readComments(text);
    return {
      file,
      plain: moduleText(file, text, contracts),
      schemas: exports.flatMap(([name, value]) =>
        value instanceof z.ZodType && declarations.get(name)?.own.includes('@internal') !== true
          ? [name]
          : [],
      ),
      parts: Object.fromEntries(operations.map((one) => [one.id, partsOf(one, file, contracts)])),
      sources: Object.fromEntries(
        operations.map(({ id, source, assumed }) => [id, { source, ...(assumed && { assumed }) }]),
      ),
    };
  });
  const operations = files.flatMap((file) => clientOperations(sources, file, contracts));
  const context = contextOf(contracts, () => {});
  return { files: read, classes: clientClasses({ operations, owners: contracts.owners, context }) };
}

/** Returns the operations with a class. */
function clientOperations(sources: string, file: string, { loaded }: Contracts): readonly ClientOperation[] {
  const module = file.replace('.contract.ts', '');
  const { declarations, classes } = readComments(readFileSync(path.join(sources, file), 'utf8'));
  return [...declarations].flatMap(([constant, { own }]) => {
    const contract = loaded.modules[file]?.[constant];
    if (!isOperation(contract) || contract.client === undefined) return [];
    const { id, client: className } = contract;
    const [, resource = '', method = ''] = /^(.*)\.(\w+)$/.exec(id) ?? [];
    const comments = { classComment: classes.get(className) ?? '', comment: operationComment(own, contract) };
    return [{ contract, method, resource, constant, className, module, ...comments }];
  });
}

function partsOf(
  { id, schemas }: OperationContract,
  file: string,
  { loaded }: Contracts,
): Readonly<Record<string, ExportedSchema>> {
  const exported = [file, ...Object.keys(loaded.modules)].flatMap((module) =>
    Object.entries(loaded.modules[module] ?? {}).map(([name, value]) => ({ file: module, name, value })),
  );
  const parts = Object.entries(schemas).map(([part, schema]: [string, z.core.$ZodType]) => {
    const own = exported.find(({ value }) => value === schema);
    const page = own === undefined ? loaded.marksOf(schema)?.page : undefined;
    const found = own ?? exported.find(({ value }) => value === page?.of);
    if (found !== undefined) return [part, { ...found, ...(page && { page: page.typeName }) }] as const;
    throw new Error(`${file}: the ${part} of ${id} has no exported schema. Export it as a constant.`);
  });
  return Object.fromEntries(parts);
}

async function loadContracts(
  sources: string,
  files: readonly string[],
  schemas: readonly string[],
): Promise<Contracts> {
  const imports = [...files, ...schemas].map((file) => `'${file}': () => import('./${file}')`);
  const code = `export { marksOf } from './kit/contract.ts';\nexport const loaders = { ${imports.join(', ')} };`;
  const { marksOf, loaders } = (await loadSources(code, sources)) as {
    readonly marksOf: LoadedContract['marksOf'];
    readonly loaders: Readonly<Record<string, () => Promise<Record<string, unknown>>>>;
  };
  const modules: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [file, load] of Object.entries(loaders)) modules[file] = await load();
  const owners = ownersOf(sources, modules);
  return { loaded: { marksOf, modules }, names: namesOf({ marksOf, modules }, owners), owners };
}

/** Returns the module that declares each type. Those of contract files are known by their schemas. */
function ownersOf(sources: string, modules: LoadedContract['modules']): Map<string, string> {
  const folders = ['kit', ...services.map((service) => service.folder)];
  const plain = folders.flatMap((folder) =>
    readModules(path.join(sources, folder)).flatMap(({ name, types }) =>
      types.map((type) => [type, `${folder}/${name}`] as const),
    ),
  );
  const contracts = Object.entries(modules)
    .filter(([file]) => file.endsWith('.contract.ts'))
    .flatMap(([file, exports]) =>
      Object.entries(exports)
        .filter(([, value]) => value instanceof z.ZodType)
        .map(([name]) => [name, file.replace('.contract.ts', '')] as const),
    );
  // A type that another service re-exports belongs to the first of both.
  const owners = new Map<string, string>();
  for (const [type, module] of [...contracts, ...plain]) if (!owners.has(type)) owners.set(type, module);
  return owners;
}

/** Returns the type that each exported schema is for: `Vault` in a contract file, `VaultSchema` in any other. */
function namesOf(
  { marksOf, modules }: LoadedContract,
  owners: ReadonlyMap<string, string>,
): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [file, exports] of Object.entries(modules))
    for (const [exported, value] of Object.entries(exports)) {
      if (!(value instanceof z.ZodType)) continue;
      const { typeName, page } = marksOf(value) ?? {};
      const name = file.endsWith('.contract.ts') ? exported : exported.replace(/Schema$/, '');
      if (typeName === undefined && page === undefined && owners.has(name)) names.set(value, name);
    }
  return names;
}

/** Generic types of the language, which need no import. */
const UTILITY_TYPES = new Set(['Extract', 'Omit', 'Pick', 'Record']);

function contextOf({ loaded, names }: Contracts, refer: TypeContext['refer']): TypeContext {
  return {
    marksOf: loaded.marksOf,
    nameOf: (schema) => nameOf(schema, names),
    shapeOf: (type) => shapeOf(type, names),
    refer,
  };
}

function moduleText(file: string, text: string, contracts: Contracts): string {
  const { head, declarations } = readComments(text);
  const { loaded, names, owners } = contracts;
  const module = file.replace('.contract.ts', '');
  const referred = new Set<string>();
  const context = contextOf(contracts, (name) => {
    if (!UTILITY_TYPES.has(name)) referred.add(name);
  });
  const exports = loaded.modules[file] ?? {};
  const parts = [...declarations].flatMap(([name, comments]) => {
    const value = exports[name];
    if (value instanceof z.ZodType)
      return names.get(value) === name
        ? [commentText(comments.own) + declarationText(name, value, comments, context)]
        : [];
    if (isLimits(value)) return [commentText(comments.own) + limitsText(name, value, comments)];
    if (!isOperation(value)) return [];
    return [commentText(operationComment(comments.own, value)) + operationText(name, value, context)];
  });
  return `${MARK}\n${commentText(head)}${importsText(module, referred, owners)}\n\n${parts.join('\n\n')}\n`;
}

/** A copy of a named schema, for example with other rules, has the same type. */
function nameOf(schema: z.core.$ZodType, names: ReadonlyMap<z.core.$ZodType, string>): string | undefined {
  for (let one: z.core.$ZodType | undefined = schema; one !== undefined; one = one._zod.parent) {
    const name = names.get(one);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Returns the fields of the object that a type such as `A` or `Omit<A, 'b'>` names; none for a type without a schema. */
function shapeOf(type: string, names: ReadonlyMap<z.core.$ZodType, string>): z.core.$ZodShape {
  const base = /^Omit<(\w+)/.exec(type)?.[1] ?? type;
  const [schema] = [...names].find(([, name]) => name === base) ?? [];
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function isOperation(value: unknown): value is OperationContract {
  return typeof value === 'object' && value !== null && 'schemas' in value && 'replay' in value;
}

/** Whether an export is a record of limits, such as `vaultLimits`. */
function isLimits(value: unknown): value is Readonly<Record<string, number>> {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return values.length > 0 && values.every((limit) => typeof limit === 'number');
}

function limitsText(
  name: string,
  limits: Readonly<Record<string, number>>,
  { keys }: DeclarationComments,
): string {
  const entries = Object.entries(limits).map(
    ([key, limit]) => `${commentText(keys.get(key) ?? '')}${key}: ${limit},`,
  );
  return `export const ${name} = {\n${entries.join('\n')}\n} as const;`;
}

function importsText(
  module: string,
  referred: ReadonlySet<string>,
  owners: ReadonlyMap<string, string>,
): string {
  const foreign = [...referred].toSorted().filter((name) => owners.get(name) !== module);
  const byOwner = Map.groupBy(foreign, (name) => {
    const owner = owners.get(name);
    if (owner === undefined)
      throw new Error(`The type ${name}, which ${module}.contract.ts names, is not exported.`);
    return owner;
  });
  return [...byOwner]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([owner, types]) => {
      const relative = path.posix.relative(path.posix.dirname(module), owner);
      return `import type { ${types.join(', ')} } from '${relative.startsWith('.') ? relative : `./${relative}`}.js';`;
    })
    .join('\n');
}

function declarationText(
  name: string,
  schema: z.ZodType,
  { keys }: DeclarationComments,
  context: TypeContext,
): string {
  const alias = context.marksOf(schema)?.alias;
  if (alias !== undefined) return `export type ${name} = ${refer(alias, context)};`;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return `export type ${name} = ${typeBody(schema, context)};`;
  const bases = context.marksOf(schema)?.bases ?? [];
  const inherited = new Map(bases.flatMap((base) => Object.entries(context.shapeOf(base))));
  for (const base of bases) for (const [type] of base.matchAll(/\b[A-Z]\w*/g)) context.refer(type);
  // What a base declares has its comment there.
  const isOwn = (key: string, field: z.core.$ZodType): boolean =>
    bases.length === 0 || (proseOf(key, field) !== '' && inherited.get(key) !== field);
  const proseOf = (key: string, field: z.core.$ZodType): string =>
    keys.get(key)?.replace('{bounds}', () => boundsText(field)) ??
    context.marksOf(field)?.prose ??
    alwaysText(field);
  const members = membersOf(schema, context, isOwn).map(({ key, text, schema: field }) => {
    const prose = proseOf(key, field);
    return `${commentText(prose)}${text}`;
  });
  const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
  return `export interface ${name}${heritage} {\n${members.join('\n')}\n}`;
}

/** Returns the comment of an operation with the tag that says where it is documented. */
function operationComment(own: string, { id, source, assumed, notShown }: OperationContract): string {
  const [, section = notShown] = /^not-shown > (.*)/.exec(source) ?? [];
  const isShown = !source.startsWith('not-shown') && assumed?.includes('operation') !== true;
  if (!isShown && section === undefined)
    throw new Error(`The operation ${id} is assumed: add the fact notShown, the section that describes it.`);
  const tag = isShown
    ? `@source ${source}`
    : `@remarks Not in the documents; see "What the documents do not show" ${section}`;
  return `${own}${own.includes('\n@') ? '\n' : '\n\n'}${tag}`;
}

/** Facts of operations that the plain module omits. */
const OMITTED = new Set(['assumed', 'client', 'isExtended', 'isHandWritten', 'notShown', 'source']);

function operationText(name: string, contract: OperationContract, context: TypeContext): string {
  context.refer('Operation');
  const { id, method, path: route, schemas, ...facts } = contract;
  const params = Array.from(route.matchAll(/\{(\w+)\}/g), ([, param]) => `'${param}'`).join(' | ');
  const others = Object.fromEntries(Object.entries(facts).filter(([fact]) => !OMITTED.has(fact)));
  const shape = [
    ...(params === '' ? [] : [`params: ${params}`]),
    ...Object.entries(schemas).map(([part, schema]) => `${part}: ${typeText(schema as z.ZodType, context)}`),
  ];
  const text = JSON.stringify({ id, method, path: route, ...others });
  return `export const ${name}: Operation<{ ${shape.join('; ')} }> = ${text};`;
}

/** The comment of a field that has none: a literal says what it always is. */
function alwaysText(field: z.core.$ZodType): string {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return alwaysText(def.innerType);
  const [value] = def.type === 'literal' ? def.values : [];
  return typeof value === 'string' ? `Always \`${value}\`.` : '';
}
