/**
 * The documents write `vendor`, `assistant` and `githost` for a deployment's real names. A codec exchanges them in
 * identifiers: header names, field names, enumeration values, model ids and id prefixes. It goes only where a table
 * derived from the contract sends it, so user text, tool inputs and metadata are never touched.
 */
import type { Operation } from './operation.js';

/** The real names of a deployment; a name left out keeps the documents' word. */
export interface Naming {
  /** The maker's name, for example in the header `vendor-version`. */
  readonly vendor?: string | undefined;
  /** The product's name, for example in model ids. */
  readonly assistant?: string | undefined;
  /** The repository host's name. */
  readonly githost?: string | undefined;
}

/** Where identifiers stand within a value. Branches without any are left out. */
export interface NamingTree {
  /** The value is an identifier. */
  readonly self?: true;
  /** Fields of an object, by their documents' name; one that contains a word is renamed too. */
  readonly fields?: Readonly<Record<string, NamingTree>>;
  /** Every element of an array. */
  readonly items?: NamingTree;
  /** Every value of a map; its keys are the user's. */
  readonly values?: NamingTree;
}

/** Where identifiers stand in the parts of an operation. */
export interface OperationNaming {
  /** Path parameters that are identifiers. */
  readonly params?: readonly string[];
  readonly query?: NamingTree;
  readonly body?: NamingTree;
  readonly response?: NamingTree;
  readonly event?: NamingTree;
}

/** Where identifiers stand in the operations of one service. Derived from the contract, never written by hand. */
export interface NamingTable {
  /** Every other word that occurs in those identifiers; a real name that equals one could not be told apart. */
  readonly words: readonly string[];
  /** By operation id; an operation without identifiers is left out. */
  readonly operations: Readonly<Record<string, OperationNaming>>;
}

/** Parts of an operation that carry JSON. */
export type NamedPart = 'query' | 'body' | 'response' | 'event';

/** Exchanges the documents' words and a deployment's names. */
export interface NamingCodec {
  /** Gives a header's name on the wire. */
  encodeHeader(name: string): string;
  /** Gives the documents' name of a header from the wire. */
  decodeHeader(name: string): string;
  /** Gives an identifier, for example a beta name, as it stands on the wire. */
  encodeWord(identifier: string): string;
  /** Gives the documents' spelling of an identifier from the wire. */
  decodeWord(identifier: string): string;
  /** Gives a path parameter's value on the wire. */
  encodeParam(operation: Operation, name: string, value: string): string;
  /** Gives the documents' spelling of a path parameter's value. */
  decodeParam(operation: Operation, name: string, value: string): string;
  /** Gives a part as it stands on the wire; the value given is not changed. */
  encode(operation: Operation, part: NamedPart, value: unknown): unknown;
  /** Gives the documents' spelling of a part from the wire; the value given is not changed. */
  decode(operation: Operation, part: NamedPart, value: unknown): unknown;
}

const WORDS = ['vendor', 'assistant', 'githost'] as const;
/** Always the documents' word, whatever the product is called. */
const SPEAKER = 'assistant';

/**
 * Tells what is wrong with a naming.
 *
 * @param naming - The names, of any type, because they may come from a file or a command line.
 * @param tables - Tables of the services that it is for.
 * @returns A sentence that names the key, or undefined when the naming can be used.
 */
export function namingProblem(naming: unknown, tables: readonly NamingTable[]): string | undefined {
  if (typeof naming !== 'object' || naming === null || Array.isArray(naming)) {
    return `must be an object with ${WORDS.join(', ')}`;
  }
  const seen = new Map<string, string>();
  for (const [key, name] of Object.entries(naming)) {
    if (!WORDS.some((word) => word === key)) return `${key}: unknown; allowed are ${WORDS.join(', ')}`;
    if (name === undefined) continue;
    if (typeof name !== 'string' || !/^[a-z][a-z0-9]*$/.test(name)) {
      return `${key}: must be lower-case letters and digits, beginning with a letter`;
    }
    const twin = seen.get(name);
    if (twin !== undefined) return `${key}: the same name as ${twin}; the two could not be told apart`;
    seen.set(name, key);
    if (name === key) continue;
    if (WORDS.some((word) => word === name))
      return `${key}: ${name} is a word of the contract with another meaning`;
    if (tables.some((table) => table.words.includes(name))) {
      return `${key}: ${name} is a word of the contract's identifiers and could not be told apart from it`;
    }
  }
  return undefined;
}

/**
 * Reads a naming from its one-line form, `vendor=x,assistant=y,githost=z`.
 *
 * @returns The names as written; {@link namingProblem} tells whether they can be used. Undefined when the form is another.
 */
export function parseNaming(text: string): Naming | undefined {
  const entries = text.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  if (entries.some((pair) => pair.length !== 2 || pair.includes(''))) return undefined;
  const names = entries.map(([key, name]) => [key as string, name as string] as const);
  return new Set(names.map(([key]) => key)).size === names.length ? Object.fromEntries(names) : undefined;
}

/**
 * Makes the codec of a naming.
 *
 * @param naming - Names that {@link namingProblem} has nothing to say about.
 * @param tables - Tables of the services that it is for.
 * @returns The codec, or undefined when every name is the documents' word, so that the default costs nothing.
 */
export function namingCodec(naming: Naming, tables: readonly NamingTable[]): NamingCodec | undefined {
  const pairs = WORDS.map((word) => [word, naming[word] ?? word] as const).filter(
    ([word, name]) => word !== name,
  );
  if (pairs.length === 0) return undefined;
  const places = new Map(tables.flatMap((table) => Object.entries(table.operations)));
  const encodeWord = exchange(new Map(pairs));
  const decodeWord = exchange(new Map(pairs.map(([word, name]) => [name, word] as const)));
  const param = (word: (text: string) => string) => (operation: Operation, name: string, value: string) =>
    places.get(operation.id)?.params?.includes(name) === true ? word(value) : value;
  return {
    encodeHeader: header('vendor-', encodeWord),
    decodeHeader: header(`${naming.vendor ?? 'vendor'}-`, decodeWord),
    encodeWord,
    decodeWord,
    encodeParam: param(encodeWord),
    decodeParam: param(decodeWord),
    encode: (operation, part, value) => {
      const tree = places.get(operation.id)?.[part];
      return tree === undefined
        ? value
        : walk(value, tree, { word: encodeWord, key: encodeWord, look: (key) => key });
    },
    decode: (operation, part, value) => {
      const tree = places.get(operation.id)?.[part];
      return tree === undefined
        ? value
        : walk(value, tree, { word: decodeWord, key: decodeWord, look: decodeWord });
    },
  };
}

/** Replaces whole words of an identifier, never parts of one. */
function exchange(names: ReadonlyMap<string, string>): (identifier: string) => string {
  return (identifier) => identifier.replace(/[A-Za-z0-9]+/g, (word) => names.get(word) ?? word);
}

/** Only the service's own headers are renamed; the user's extra ones may have any name. */
function header(prefix: string, word: (name: string) => string): (name: string) => string {
  return (name) => (name.startsWith(prefix) ? word(name) : name);
}

interface Direction {
  readonly word: (identifier: string) => string;
  readonly key: (field: string) => string;
  /** Gives the documents' name of a field, by which the tree knows it. */
  readonly look: (field: string) => string;
}

/** Copies what changes and shares the rest. */
function walk(value: unknown, tree: NamingTree, direction: Direction): unknown {
  if (typeof value === 'string') {
    return tree.self === true && value !== SPEAKER ? direction.word(value) : value;
  }
  if (Array.isArray(value)) {
    const items = tree.items;
    return items === undefined ? value : value.map((item) => walk(item, items, direction));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (tree.values !== undefined) {
    const values = tree.values;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, walk(inner, values, direction)]),
    );
  }
  const fields = tree.fields;
  if (fields === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const known = direction.look(key);
      if (!Object.hasOwn(fields, known)) return [key, inner];
      return [direction.key(key), walk(inner, fields[known] as NamingTree, direction)];
    }),
  );
}
