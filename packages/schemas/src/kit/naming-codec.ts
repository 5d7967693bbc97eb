/**
 * Exchanges the documents' words and the real names of a deployment in identifiers: header names, field names,
 * enumeration values, model ids and id prefixes. A codec visits only the places that a table derived from the contract
 * names, so user text, tool inputs and metadata are never touched, and a value without identifiers costs nothing.
 */
import { type Naming, WORDS } from './naming.js';
import type { NamingPaths, NamingTable, OperationNaming } from './naming-table.js';
import type { Operation } from './operation.js';

/** Parts of an operation that carry JSON. */
export type NamedPart = 'query' | 'body' | 'response' | 'event';

/** Exchanges the documents' words and a deployment's names. */
export interface NamingCodec {
  /** Returns a header's name on the wire. */
  encodeHeader(name: string): string;
  /** Returns the documents' name of a header from the wire. */
  decodeHeader(name: string): string;
  /** Returns an identifier, for example a beta name, as the wire spells it. */
  encodeWord(identifier: string): string;
  /** Returns the documents' spelling of an identifier from the wire. */
  decodeWord(identifier: string): string;
  /** Returns a path parameter's value on the wire. */
  encodeParam(operation: Operation, name: string, value: string): string;
  /** Returns the documents' spelling of a path parameter's value. */
  decodeParam(operation: Operation, name: string, value: string): string;
  /** Returns a part as the wire spells it, without changing the argument. */
  encode(operation: Operation, part: NamedPart, value: unknown): unknown;
  /** Returns the documents' spelling of a part from the wire, without changing the argument. */
  decode(operation: Operation, part: NamedPart, value: unknown): unknown;
}

/** Options of {@link namingCodec}. */
export interface NamingCodecOptions {
  /**
   * Whether the documents' words on the wire are words like any other. Each is then exchanged with the name that replaces
   * it: it is decoded to a word that the contract does not know, and encoded back unchanged. By default they are decoded
   * as if they were the real names.
   */
  readonly isStrict?: boolean;
}

/** Always the documents' word, whatever the product is called. */
const SPEAKER = 'assistant';
/** Headers that start with `x-` even where the maker is called `x`. */
const COMMON_HEADER = /^x-(?:api-key|should-retry|parlance-rule|client-)/;

/**
 * Creates the codec of a naming.
 *
 * @param naming - Names that {@link namingProblem} accepts.
 * @param tables - Tables of the services that it is for.
 * @returns The codec, or undefined when every name is the documents' word, so that the default costs nothing.
 */
export function namingCodec(
  naming: Naming,
  tables: readonly NamingTable[],
  { isStrict = false }: NamingCodecOptions = {},
): NamingCodec | undefined {
  const pairs = WORDS.map((word) => [word, naming[word] ?? word] as const).filter(
    ([word, name]) => word !== name,
  );
  if (pairs.length === 0) return undefined;
  const back = pairs.map(([word, name]) => [name, word] as const);
  const encoder = new Translator(tables, {
    word: exchange(new Map(isStrict ? [...pairs, ...back] : pairs)),
    names: exchange(new Map(pairs)),
    isEncoding: true,
  });
  const decoder = new Translator(tables, {
    word: exchange(new Map(isStrict ? [...pairs, ...back] : back)),
    names: exchange(new Map(pairs)),
    isEncoding: false,
  });
  const prefix = `${naming.vendor ?? 'vendor'}-`;
  return {
    encodeHeader: (name) => (name.startsWith('vendor-') ? prefix + name.slice('vendor-'.length) : name),
    decodeHeader: (name) =>
      name.startsWith(prefix) && !COMMON_HEADER.test(name) ? `vendor-${name.slice(prefix.length)}` : name,
    encodeWord: encoder.word,
    decodeWord: decoder.word,
    encodeParam: (operation, name, value) => encoder.param(operation, name, value),
    decodeParam: (operation, name, value) => decoder.param(operation, name, value),
    encode: (operation, part, value) => encoder.part(operation, part, value),
    decode: (operation, part, value) => decoder.part(operation, part, value),
  };
}

/** Returns a function that replaces whole words of an identifier, never parts of one. */
function exchange(names: ReadonlyMap<string, string>): (identifier: string) => string {
  const word = new RegExp(`(?<![A-Za-z0-9])(?:${[...names.keys()].join('|')})(?![A-Za-z0-9])`, 'g');
  return (identifier) => identifier.replace(word, (found) => names.get(found) as string);
}

/** One direction between the documents and the wire. */
interface Direction {
  /** Translates an identifier. */
  readonly word: (identifier: string) => string;
  /** Returns the wire's name of a field of the documents. */
  readonly names: (field: string) => string;
  readonly isEncoding: boolean;
}

/** A place within a value that is an identifier or contains some. */
interface Place {
  isIdentifier: boolean;
  /** Fields on the way to identifiers, by their name in the value. */
  readonly fields: Map<string, Place>;
  /** New names of the fields that are renamed. */
  readonly renamed: Map<string, string>;
  /** Every element of a list or value of a map. */
  each: Place | undefined;
}

/** The places of one operation. */
interface Places {
  readonly params: ReadonlySet<string>;
  readonly query: Place | undefined;
  readonly body: Place | undefined;
  readonly response: Place | undefined;
  readonly event: ReadonlyMap<string, Place>;
}

/** Translates in one direction. */
class Translator {
  readonly word: (identifier: string) => string;
  readonly #places: ReadonlyMap<string, Places>;

  constructor(tables: readonly NamingTable[], direction: Direction) {
    this.word = direction.word;
    this.#places = new Map(
      tables
        .flatMap(({ operations }) => Object.entries(operations))
        .map(([id, naming]) => [id, placesOf(naming, direction)]),
    );
  }

  param({ id }: Operation, name: string, value: string): string {
    return this.#places.get(id)?.params.has(name) === true ? this.word(value) : value;
  }

  part({ id }: Operation, part: NamedPart, value: unknown): unknown {
    const places = this.#places.get(id);
    const place = part === 'event' ? places?.event.get(typeOf(value)) : places?.[part];
    return place === undefined ? value : this.#walk(value, place);
  }

  /** Copies what changes and shares the rest. */
  #walk(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return place.isIdentifier && value !== SPEAKER ? this.word(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    const { each } = place;
    if (each === undefined) return this.#walkFields(value as Readonly<Record<string, unknown>>, place);
    if (Array.isArray(value)) return this.#walkItems(value, each);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#walk(member, each)]));
  }

  #walkItems(items: readonly unknown[], each: Place): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of items.entries()) {
      const next = this.#walk(item, each);
      if (next === item) continue;
      copy ??= [...items];
      copy[index] = next;
    }
    return copy ?? items;
  }

  #walkFields(value: Readonly<Record<string, unknown>>, { fields, renamed }: Place): object {
    let copy: Record<string, unknown> | undefined;
    for (const [field, place] of fields) {
      const member = value[field];
      if (member === undefined || !Object.hasOwn(value, field)) continue;
      const next = this.#walk(member, place);
      if (next === member && !renamed.has(field)) continue;
      copy ??= { ...value };
      copy[field] = next;
    }
    if (copy === undefined) return value;
    return renamed.size === 0 ? copy : withNames(copy, renamed);
  }
}

/** Renames fields in their place. */
function withNames(value: object, renamed: ReadonlyMap<string, string>): object {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [renamed.get(key) ?? key, member]));
}

function typeOf(event: unknown): string {
  const type = typeof event === 'object' && event !== null ? (event as { type?: unknown }).type : undefined;
  return typeof type === 'string' ? type : '';
}

function placesOf(
  { params = [], query, body, response, event = {} }: OperationNaming,
  direction: Direction,
): Places {
  const place = (paths: NamingPaths | undefined): Place | undefined =>
    paths === undefined ? undefined : placeOf(paths, direction);
  return {
    params: new Set(params),
    query: place(query),
    body: place(body),
    response: place(response),
    event: new Map(Object.entries(event).map(([type, paths]) => [type, placeOf(paths, direction)])),
  };
}

/** Returns the paths as a tree. */
function placeOf(paths: NamingPaths, direction: Direction): Place {
  const root = emptyPlace();
  for (const path of paths) {
    // The empty last step of a field that is only renamed.
    const steps = path.split('.').filter((step) => step !== '');
    const end = steps.reduce((place, step) => innerPlace(place, step, direction), root);
    if (!path.endsWith('.')) end.isIdentifier = true;
  }
  return root;
}

function innerPlace(place: Place, step: string, { names, isEncoding }: Direction): Place {
  if (step === '*') return (place.each ??= emptyPlace());
  const onWire = names(step);
  const [from, to] = isEncoding ? [step, onWire] : [onWire, step];
  if (from !== to) place.renamed.set(from, to);
  const inner = place.fields.get(from) ?? emptyPlace();
  place.fields.set(from, inner);
  return inner;
}

function emptyPlace(): Place {
  return { isIdentifier: false, fields: new Map(), renamed: new Map(), each: undefined };
}
