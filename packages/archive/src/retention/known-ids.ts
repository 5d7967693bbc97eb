/** Which ids an archive knows: those of its directory, its chats and the people whom its audit log names. */
import { nearestKey } from '@parlance/schemas/kit';
import type { Archive } from '../reader/open-archive.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import { normalized } from './hold-match.js';
import type { IdKind, IdReference } from './hold.js';

/** An id that an archive does not know. */
export interface UnknownId extends IdReference {
  /** What was probably meant, for a message; null if nothing is similar. */
  readonly nearest: string | null;
}

/** An id in an archive, and what people call the object. */
interface KnownId extends IdReference {
  readonly names: readonly string[];
}

/** Kinds of records with ids, in the order in which they are read: most ids are in the directory, which is the smallest part. */
const PARTS: readonly (readonly RecordKind[])[] = [['user', 'project'], ['chat', 'outcome'], ['activity']];

/**
 * Finds the ids that an archive does not know. Reads each record at most once, and stops when all ids were found; when some are unknown, reads
 * them once more for what was probably meant. Memory does not grow with the number of chats and activities.
 *
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function findUnknownIds(
  archive: Archive,
  references: readonly IdReference[],
): Promise<readonly UnknownId[]> {
  const missing = new Map(references.map((reference) => [keyOf(reference), reference]));
  if (missing.size === 0) return [];
  for await (const known of knownIds(archive)) {
    missing.delete(keyOf(known));
    if (missing.size === 0) return [];
  }
  const searches = [...missing.values()].map((reference) => new NearestSearch(reference));
  const seen = new Set<string>();
  for await (const known of knownIds(archive)) {
    // Most activities name the same people. Chats are many, and follow each other once.
    const key = `${keyOf(known)} ${known.names.join(' ')}`;
    if (seen.has(key)) continue;
    if (known.kind !== 'chat') seen.add(key);
    for (const search of searches) search.compare(known);
  }
  return searches.map((search) => search.result());
}

/**
 * Describes an unknown id and what was probably meant, for a message.
 *
 * @returns Sentences, for example `The archive does not know the user "lena@example.com". The nearest is …`
 */
export function describeUnknownId({ kind, id, nearest }: UnknownId): string {
  const hint = nearest === null ? 'Nothing in it is similar.' : `The nearest is ${nearest}.`;
  return `the archive does not know the ${kind} ${JSON.stringify(id)}. ${hint}`;
}

/** Forms of ids. An id that is not in the archive yet has one of them. */
const FORMS: Readonly<Record<IdKind, RegExp>> = {
  user: /^user_[\w-]+$/,
  project: /^[a-z\d]+_proj_[\w-]+$/,
  chat: /^[a-z\d]+_chat_(?!msg_)[\w-]+$/,
};

/** Returns whether an id has the form of the ids of its kind, so that the service can have such an object. */
export function isIdOf({ kind, id }: IdReference): boolean {
  return FORMS[kind].test(id);
}

const keyOf = ({ kind, id }: IdReference): string => `${kind} ${id}`;

/** Yields all ids, each as often as the archive has it, with the names of that time. */
async function* knownIds(archive: Archive): AsyncGenerator<KnownId, void, undefined> {
  for (const kinds of PARTS)
    for await (const record of archive.records({ kinds, revisions: 'all' })) yield* idsIn(record);
}

function idsIn(record: ArchiveRecord): readonly KnownId[] {
  switch (record.kind) {
    case 'user':
      return [{ kind: 'user', id: record.id, names: [record.body.email, record.body.full_name] }];
    case 'project':
      return [
        { kind: 'project', id: record.id, names: [record.body.name] },
        { kind: 'user', id: record.body.user.id, names: [record.body.user.email_address] },
      ];
    case 'chat':
      return idsOfChat(record.body);
    case 'outcome':
      return 'user' in record.body.listed ? idsOfChat(record.body.listed) : [];
    case 'activity':
      return [...peopleIn(record.body)];
    default:
      return [];
  }
}

function idsOfChat({
  id,
  name,
  href,
  project_id: project,
  user,
}: Extract<ArchiveRecord, { kind: 'chat' }>['body']): readonly KnownId[] {
  return [
    { kind: 'chat', id, names: [name, href] },
    { kind: 'user', id: user.id, names: [user.email_address] },
    ...(project == null ? [] : [{ kind: 'project' as const, id: project, names: [] }]),
  ];
}

/** Activities name people in fields such as `user_id`, as actors and in other places. */
function* peopleIn(value: unknown): Generator<KnownId, void, undefined> {
  if (typeof value !== 'object' || value === null) return;
  const { email_address: email } = value as { readonly email_address?: unknown };
  for (const [field, member] of Object.entries(value))
    if (typeof member === 'string' && /(?:^|_)user_id$/.test(field))
      yield { kind: 'user', id: member, names: typeof email === 'string' ? [email] : [] };
    else yield* peopleIn(member);
}

/** Objects with the same name, for example accounts with one e-mail address, that a message lists. */
const LISTED = 3;

/** Compares ids and names with an unknown id. */
class NearestSearch {
  readonly #reference: IdReference;
  readonly #text: string;
  /** Descriptions by id of what has exactly this id or name. */
  readonly #exact: Map<string, string> = new Map();
  #similar: { readonly text: string; readonly description: string } | undefined;
  #containing: string | undefined;

  constructor(reference: IdReference) {
    this.#reference = reference;
    this.#text = normalized(reference.id);
  }

  compare(known: KnownId): void {
    for (const name of [known.id, ...known.names]) {
      const text = normalized(name);
      if (text === '') continue;
      if (text === this.#text) this.#addExact(known);
      else if (known.kind === this.#reference.kind) this.#addSimilar(known, text);
    }
  }

  result(): UnknownId {
    const exact = [...this.#exact.values()].slice(0, LISTED).join(' or ');
    const nearest = exact || this.#similar?.description || this.#containing || null;
    return { ...this.#reference, nearest };
  }

  #addExact(known: KnownId): void {
    if (this.#exact.size < LISTED && !this.#exact.has(keyOf(known)))
      this.#exact.set(keyOf(known), describe(known));
  }

  #addSimilar(known: KnownId, text: string): void {
    const earlier = this.#similar === undefined ? [] : [this.#similar.text];
    if (nearestKey(this.#text, [...earlier, text]) === text && !earlier.includes(text))
      this.#similar = { text, description: describe(known) };
    if (this.#text.length > 2 && text.includes(this.#text)) this.#containing ??= describe(known);
  }
}

function describe({ kind, id, names }: KnownId): string {
  const called = names.filter((name) => name !== '').map((name) => JSON.stringify(name));
  return `the ${kind} ${id}${called.length === 0 ? '' : ` (${called.join(', ')})`}`;
}
