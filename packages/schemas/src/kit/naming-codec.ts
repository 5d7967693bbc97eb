/**
 * Translates between the placeholder names of the documents and the names of a deployment in identifiers: header
 * names, field names, enumeration values, model ids and id prefixes. A codec only visits the places listed in a table
 * derived from the contract, so user text, tool inputs and metadata are never touched.
 */
import { type Naming, WORDS } from './naming.js';
import type { NamingPaths, NamingTable, OperationNaming } from './naming-table.js';
import type { Operation } from './operation.js';

/** Parts of an operation that carry JSON. */
export type NamedPart = 'query' | 'body' | 'response' | 'event';

/** Translates between the placeholder names of the documents and a deployment's names. */
export interface NamingCodec {
  /** Converts the documented name of a header to the deployment's. */
  encodeHeader(name: string): string;
  /** Converts the deployment's name of a header to the documented one. */
  decodeHeader(name: string): string;
  /** Converts a documented identifier, for example a beta name, to the deployment's. */
  encodeWord(identifier: string): string;
  /** Converts an identifier of the deployment to the documented one. */
  decodeWord(identifier: string): string;
  /** Converts the value of a path parameter to the deployment's names. */
  encodeParam(operation: Operation, name: string, value: string): string;
  /** Converts the value of a path parameter to the documented names. */
  decodeParam(operation: Operation, name: string, value: string): string;
  /** Converts a query, body, response or event to the deployment's names, without modifying the argument. */
  encode(operation: Operation, part: NamedPart, value: unknown): unknown;
  /** Converts a query, body, response or event to the documented names, without modifying the argument. */
  decode(operation: Operation, part: NamedPart, value: unknown): unknown;
}

/** Options for {@link namingCodec}. */
export interface NamingCodecOptions {
  /**
   * Whether to treat placeholder names on the wire as ordinary words. A placeholder then swaps places with the
   * deployment's name: it decodes to a word that the contract does not know, and encodes back unchanged. By default,
   * placeholders decode as if they were the deployment's names.
   */
  readonly isStrict?: boolean;
}

/** The role `assistant`, which is the same in every deployment. */
const SPEAKER = 'assistant';
/** Headers that start with `x-` even if the vendor's name is `x`. */
const COMMON_HEADER = /^x-(?:api-key|should-retry|parlance-rule|client-)/;

/**
 * Creates the codec of a naming.
 *
 * @param naming - A valid naming; see {@link namingProblem}.
 * @param tables - Naming tables of the services to use it with.
 * @returns The codec; undefined if there is nothing to translate.
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

/** Returns a function that replaces whole words of an identifier, never parts of words. */
function exchange(names: ReadonlyMap<string, string>): (identifier: string) => string {
  const word = new RegExp(`(?<![A-Za-z0-9])(?:${[...names.keys()].join('|')})(?![A-Za-z0-9])`, 'g');
  return (identifier) => identifier.replace(word, (found) => names.get(found) as string);
}

/** One direction of translation. */
interface Direction {
  /** Translates an identifier. */
  readonly word: (identifier: string) => string;
  /** Returns the name of a documented field in the value. */
  readonly names: (field: string) => string;
  readonly isEncoding: boolean;
}

/** A place within a value that is an identifier or contains some. */
interface Place {
  isIdentifier: boolean;
  /** Fields along the paths, by their name in the value. */
  readonly fields: Map<string, Place>;
  /** New names of the fields that are renamed. */
  readonly renamed: Map<string, string>;
  /** Every element of an array or value of a map. */
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

  /** Copies the changed parts of a value and shares the rest. */
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
    // A trailing dot, which refers to a field name only, leaves an empty last step.
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
