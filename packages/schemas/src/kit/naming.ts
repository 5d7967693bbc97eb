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

/**
 * Paths of identifiers within a value: paths of field names, with `*` for each element of a list or value of a map. A
 * field on the way is renamed when its name contains a word; a path that ends with a dot is that of a name alone.
 */
export type NamingPaths = readonly string[];

/** Paths of identifiers in the parts of an operation. */
export interface OperationNaming {
  /** Path parameters that are identifiers. */
  readonly params?: NamingPaths;
  readonly query?: NamingPaths;
  readonly body?: NamingPaths;
  readonly response?: NamingPaths;
  readonly event?: NamingPaths;
}

/** Paths of identifiers in the operations of one service, derived from the contract. */
export interface NamingTable {
  /**
   * Every other word of the form of a name that occurs in those identifiers; a real name that equals one could not be distinguished
   * apart.
   */
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
  /** Returns an identifier, for example a beta name, as the wire spells it. */
  encodeWord(identifier: string): string;
  /** Gives the documents' spelling of an identifier from the wire. */
  decodeWord(identifier: string): string;
  /** Gives a path parameter's value on the wire. */
  encodeParam(operation: Operation, name: string, value: string): string;
  /** Gives the documents' spelling of a path parameter's value. */
  decodeParam(operation: Operation, name: string, value: string): string;
  /** Returns a part as the wire spells it, without changing the argument. */
  encode(operation: Operation, part: NamedPart, value: unknown): unknown;
  /** Returns the documents' spelling of a part from the wire, without changing the argument. */
  decode(operation: Operation, part: NamedPart, value: unknown): unknown;
}

const WORDS = ['vendor', 'assistant', 'githost'] as const;
/** Always the documents' word, whatever the product is called. */
const SPEAKER = 'assistant';

/** Whether a value has the form of a name. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9]*$/.test(value);
}

/**
 * Describes why a naming cannot be used.
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
    if (!WORDS.some((word) => word === key)) return `${key}: unknown name; allowed: ${WORDS.join(', ')}`;
    if (name === undefined) continue;
    if (!isName(name)) {
      return `${key}: must consist of lowercase letters and digits, starting with a letter`;
    }
    const twin = seen.get(name);
    if (twin !== undefined) return `${key}: must differ from ${twin}, so that the two can be distinguished`;
    seen.set(name, key);
    if (name === key) continue;
    if (WORDS.some((word) => word === name)) return `${key}: ${name} has another meaning in the contract`;
    if (tables.some((table) => table.words.includes(name))) {
      return `${key}: ${name} occurs in identifiers of the contract, which would become ambiguous`;
    }
  }
  return undefined;
}

/**
 * Reads a naming from its one-line form, `vendor=x,assistant=y,githost=z`.
 *
 * @returns The names as written; {@link namingProblem} checks whether they can be used. Undefined when the form is another.
 */
export function parseNaming(text: string): Naming | undefined {
  const entries = text.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  if (entries.some((pair) => pair.length !== 2 || pair.includes(''))) return undefined;
  const names = entries.map(([key, name]) => [key as string, name as string] as const);
  return new Set(names.map(([key]) => key)).size === names.length ? Object.fromEntries(names) : undefined;
}

/**
 * Creates the codec of a naming.
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
  const places = placesOf(tables);
  const encodeWord = exchange(new Map(pairs));
  const decodeWord = exchange(new Map(pairs.map(([word, name]) => [name, word] as const)));
  const param = (word: (text: string) => string) => (operation: Operation, name: string, value: string) =>
    places.get(`${operation.id} params`)?.inner.has(name) === true ? word(value) : value;
  const part = (direction: Direction) => (operation: Operation, name: NamedPart, value: unknown) => {
    const place = places.get(`${operation.id} ${name}`);
    return place === undefined ? value : walk(value, place, direction);
  };
  return {
    encodeHeader: header('vendor-', encodeWord),
    decodeHeader: header(`${naming.vendor ?? 'vendor'}-`, decodeWord),
    encodeWord,
    decodeWord,
    encodeParam: param(encodeWord),
    decodeParam: param(decodeWord),
    encode: part({ word: encodeWord, look: (field) => field }),
    decode: part({ word: decodeWord, look: decodeWord }),
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

/** A place within a value. */
interface Place {
  isIdentifier: boolean;
  /** Places within it: by field, and at `*` each element or value. */
  readonly inner: Map<string, Place>;
}

/** The paths of the tables as trees, by operation and part. */
function placesOf(tables: readonly NamingTable[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [id, parts] of tables.flatMap(({ operations }) => Object.entries(operations)))
    for (const [part, paths] of Object.entries(parts) as [string, NamingPaths][]) {
      const root: Place = { isIdentifier: false, inner: new Map() };
      for (const path of paths) path.split('.').reduce(innerPlace, root).isIdentifier = true;
      places.set(`${id} ${part}`, root);
    }
  return places;
}

function innerPlace({ inner }: Place, step: string): Place {
  const place = inner.get(step) ?? { isIdentifier: false, inner: new Map() };
  inner.set(step, place);
  return place;
}

interface Direction {
  readonly word: (identifier: string) => string;
  /** Gives the documents' name of a field, by which its place is known. */
  readonly look: (field: string) => string;
}

/** Copies what changes and shares the rest. */
function walk(value: unknown, { isIdentifier, inner }: Place, direction: Direction): unknown {
  if (typeof value === 'string') return isIdentifier && value !== SPEAKER ? direction.word(value) : value;
  if (typeof value !== 'object' || value === null || inner.size === 0) return value;
  const each = inner.get('*');
  if (Array.isArray(value))
    return each === undefined ? value : value.map((item) => walk(item, each, direction));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const known = inner.get(direction.look(key));
      if (known !== undefined) return [direction.word(key), walk(member, known, direction)];
      return [key, each === undefined ? member : walk(member, each, direction)];
    }),
  );
}
