/** Finds the person, project or chat that somebody means. An object that is not found exactly is refused, with what was probably meant. */
import { nearestKey } from '@parlance/schemas/kit';
import { wrong } from '../option-checks.js';
import {
  comparable,
  describeObject,
  type KnownObject,
  type ObjectKind,
  type ResolvedReference,
  type TypedReference,
} from './reference.js';

/** Where objects are known from, in parts: those that say most about an object first. A part is read from its start whenever it is called. */
export type ObjectSource = readonly (() => AsyncIterable<KnownObject>)[];

/** What a reference refers to: an object, nothing that is known, or several objects with one name. The problem is for a message, after a colon. */
export type Resolution =
  | { readonly state: 'resolved'; readonly reference: ResolvedReference }
  | { readonly state: 'unknown' | 'ambiguous'; readonly problem: string };

/**
 * Resolves references, in their order. An id is compared as it is; e-mail addresses and names, also earlier ones, without regard to case and Unicode
 * form. An id that is known decides. Without it, the source is read to its end, because another object may have the same name.
 */
export async function resolveReferences(
  source: ObjectSource,
  references: readonly TypedReference[],
): Promise<readonly Resolution[]> {
  const finders = references.map((reference) => new Finder(reference));
  const byText = groupedByText(finders);
  for (const part of source) {
    if (finders.every(({ isFound }) => isFound)) break;
    for await (const object of part())
      for (const finder of calledSo(byText, object)) finder.add(object, part);
  }
  const missing = finders.filter(({ isMissing }) => isMissing);
  for (const part of missing.length === 0 ? [] : source)
    for await (const object of part()) missing.forEach((finder) => finder.compare(object));
  return finders.map((finder) => finder.resolution());
}

/**
 * Requires that a reference was resolved.
 *
 * @param path - The option, for a message.
 * @throws {ConfigError} When it is unknown, naming the nearest, or ambiguous, naming the candidates.
 */
export function requireResolved(
  resolution: Resolution,
  { kind, path }: Pick<TypedReference, 'kind'> & { readonly path: string },
): ResolvedReference {
  if (resolution.state === 'resolved') return resolution.reference;
  const address = kind === 'user' ? 'the id, e-mail address or name' : 'the id or name';
  throw wrong(path, `must be ${address} of a ${kind}: ${resolution.problem}`);
}

interface FindersByText {
  readonly kinds: ReadonlySet<ObjectKind>;
  readonly finders: ReadonlyMap<string, ReadonlySet<Finder>>;
}

function groupedByText(finders: readonly Finder[]): FindersByText {
  const grouped = new Map<string, Set<Finder>>();
  for (const finder of finders) {
    const { kind, typed } = finder.reference;
    for (const text of [typed, comparable(typed)]) {
      const key = `${kind} ${text}`;
      grouped.set(key, (grouped.get(key) ?? new Set()).add(finder));
    }
  }
  return { kinds: new Set(finders.map(({ reference }) => reference.kind)), finders: grouped };
}

/** The finders that look for an object's id or one of its names. */
function calledSo({ kinds, finders }: FindersByText, { kind, id, names }: KnownObject): readonly Finder[] {
  const texts = kinds.has(kind) ? [id, ...names.map(comparable)] : [];
  return texts.flatMap((text) => [...(finders.get(`${kind} ${text}`) ?? [])]);
}

/** Objects with the same name, for example accounts with one e-mail address, that a message lists. */
const LISTED = 5;

/** An object that a reference may mean, with all its names, for a message. */
interface Candidate {
  readonly found: KnownObject;
  readonly part: unknown;
  readonly names: ReadonlySet<string>;
}

/** Finds what one reference refers to. */
class Finder {
  readonly reference: TypedReference;
  readonly #text: string;
  /** By id. One more than is listed is enough. */
  readonly #candidates: Map<string, Candidate> = new Map();
  /** Objects of other kinds with this id or name, and ids that differ in case or Unicode form. */
  readonly #close: Map<string, string> = new Map();
  #similar: { readonly text: string; readonly description: string } | undefined;
  #containing: string | undefined;

  constructor(reference: TypedReference) {
    this.reference = reference;
    this.#text = comparable(reference.typed);
  }

  /** Whether the id is known, so that names do not matter. */
  get isFound(): boolean {
    return this.#candidates.has(this.reference.typed);
  }

  get isMissing(): boolean {
    return this.#candidates.size === 0;
  }

  /** Adds an object that has exactly this id or name. Of several records, the newest of the first part counts. */
  add(object: KnownObject, part: unknown): void {
    const { id, names } = object;
    const isCalledSo = names.some((name) => comparable(name) === this.#text && this.#text !== '');
    if (id !== this.reference.typed && !isCalledSo) return;
    const earlier = this.#candidates.get(id);
    if (earlier === undefined && id !== this.reference.typed && this.#candidates.size > LISTED) return;
    this.#candidates.set(id, {
      ...(earlier === undefined || earlier.part === part ? { found: object, part } : earlier),
      names: new Set([...(earlier?.names ?? []), ...names].slice(0, LISTED)),
    });
  }

  /** Compares the id and names of an object for what was probably meant. */
  compare(object: KnownObject): void {
    for (const name of [object.id, ...object.names]) {
      const text = comparable(name);
      if (text === '') continue;
      if (text === this.#text) this.#addClose(object);
      else if (object.kind === this.reference.kind) this.#addSimilar(object, text);
    }
  }

  resolution(): Resolution {
    const { kind, typed } = this.reference;
    const exact = this.#candidates.get(typed);
    const found = exact === undefined ? [...this.#candidates.values()] : [exact];
    const [only, other] = found;
    if (only === undefined) return { state: 'unknown', problem: this.#unknown() };
    if (other === undefined) {
      const { id, names, record } = only.found;
      return { state: 'resolved', reference: { kind, typed, id, names, record } };
    }
    const listed = found
      .slice(0, LISTED)
      .map((one) => describeObject({ ...one.found, names: [...one.names] }));
    const more = found.length > LISTED ? ' and others' : '';
    return {
      state: 'ambiguous',
      problem: `${quoted(typed)} can be ${listed.join(' or ')}${more}. Use the id.`,
    };
  }

  #unknown(): string {
    const { kind, typed } = this.reference;
    const close = [...this.#close.values()].join(' or ');
    const nearest = close || (this.#similar?.description ?? this.#containing);
    const hint = nearest === undefined ? 'Nothing in it is similar.' : `The nearest is ${nearest}.`;
    return `the archive does not know the ${kind} ${quoted(typed)}. ${hint}`;
  }

  #addClose(object: KnownObject): void {
    const key = `${object.kind} ${object.id}`;
    if (this.#close.size < LISTED && !this.#close.has(key)) this.#close.set(key, describeObject(object));
  }

  #addSimilar(object: KnownObject, text: string): void {
    const earlier = this.#similar === undefined ? [] : [this.#similar.text];
    if (nearestKey(this.#text, [...earlier, text]) === text && !earlier.includes(text))
      this.#similar = { text, description: describeObject(object) };
    if (this.#text.length > 2 && text.includes(this.#text)) this.#containing ??= describeObject(object);
  }
}

/** What was typed, for a message, which should not be as long as a file that was pasted. */
function quoted(typed: string): string {
  return JSON.stringify(typed.length > 100 ? `${typed.slice(0, 100)}…` : typed);
}
