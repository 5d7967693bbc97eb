import type { ObjectSource } from '../scopes/resolve-references.js';
import type { KnownObject } from '../scopes/reference.js';
import type { QueryThread } from './query-thread.js';

interface ObjectRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly digest: string;
}

const PARTS: readonly (readonly [KnownObject['kind'], string])[] = [
  ['user', 'SELECT id, full_name AS name, email, digest FROM users'],
  ['project', 'SELECT id, name, NULL AS email, digest FROM projects'],
  [
    'user',
    'SELECT user_id AS id, NULL AS name, user_email AS email, min(digest) AS digest FROM chat_revisions WHERE user_id IS NOT NULL GROUP BY user_id, user_email',
  ],
  [
    'project',
    'SELECT project_id AS id, NULL AS name, NULL AS email, min(digest) AS digest FROM chat_revisions WHERE project_id IS NOT NULL GROUP BY project_id',
  ],
];

/** Returns the people and projects that a database knows. Its chats also name those who left, and earlier addresses. */
export function databaseObjects(thread: QueryThread): ObjectSource {
  return PARTS.map(
    ([kind, sql]) =>
      async function* (): AsyncGenerator<KnownObject, void, undefined> {
        for (const { id, name, email, digest } of await thread.all<ObjectRow>(sql, {}))
          yield { kind, id, names: [email, name].filter((one) => one !== null), record: digest };
      },
  );
}
