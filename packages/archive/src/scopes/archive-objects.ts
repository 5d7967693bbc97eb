/** The people, projects and chats that an archive knows: those of its directory, its chats and its audit log, also earlier ones. */
import type { Archive } from '../reader/open-archive.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import type { KnownObject } from './reference.js';
import type { ObjectSource } from './resolve-references.js';

/** Kinds of records that name objects, best first: the record of a person says more than an activity that names the person. */
const PARTS: readonly (readonly RecordKind[])[] = [['user'], ['project'], ['chat', 'outcome'], ['activity']];

/**
 * Returns the objects that an archive knows, as often as their names differ. A part reads the archive once. Memory grows with the number of people
 * and projects, not with the number of chats and activities.
 */
export function archiveObjects(archive: Archive): ObjectSource {
  return PARTS.map((kinds) => () => objectsIn(archive, kinds));
}

async function* objectsIn(
  archive: Archive,
  kinds: readonly RecordKind[],
): AsyncGenerator<KnownObject, void, undefined> {
  // Most chats and activities name the same people.
  const seen = new Set<string>();
  for await (const record of archive.records({ kinds, revisions: 'all' }))
    for (const object of namedBy(record)) {
      const isOwn = object.kind === 'chat' || object.id === record.id;
      if (isOwn || isNew(seen, JSON.stringify([object.kind, object.id, object.names])))
        yield { ...object, record: record.digest };
    }
}

function isNew(seen: Set<string>, key: string): boolean {
  const { size } = seen;
  return seen.add(key).size > size;
}

type NamedObject = Omit<KnownObject, 'record'>;

function namedBy(record: ArchiveRecord): readonly NamedObject[] {
  switch (record.kind) {
    case 'user':
      return [{ kind: 'user', id: record.id, names: [record.body.email, record.body.full_name] }];
    case 'project':
      return [
        { kind: 'project', id: record.id, names: [record.body.name] },
        { kind: 'user', id: record.body.user.id, names: [record.body.user.email_address] },
      ];
    case 'chat':
      return namedByChat(record.body);
    case 'outcome':
      return 'user' in record.body.listed ? namedByChat(record.body.listed) : [];
    case 'activity':
      return [...peopleIn(record.body)];
    default:
      return [];
  }
}

function namedByChat({
  id,
  name,
  href,
  project_id: project,
  user,
}: Extract<ArchiveRecord, { kind: 'chat' }>['body']): readonly NamedObject[] {
  return [
    { kind: 'chat', id, names: [name, href] },
    { kind: 'user', id: user.id, names: [user.email_address] },
    ...(project == null ? [] : [{ kind: 'project' as const, id: project, names: [] }]),
  ];
}

/** Activities name people in fields such as `user_id`, as actors and in other places. */
function* peopleIn(value: unknown): Generator<NamedObject, void, undefined> {
  if (typeof value !== 'object' || value === null) return;
  const { email_address: email } = value as { readonly email_address?: unknown };
  for (const [field, member] of Object.entries(value))
    if (typeof member === 'string' && /(?:^|_)user_id$/.test(field))
      yield { kind: 'user', id: member, names: typeof email === 'string' ? [email] : [] };
    else yield* peopleIn(member);
}
