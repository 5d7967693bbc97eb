import type { Chat } from '@parlance/schemas';
import type { ArchiveRecord } from '../records/archive-record.js';
import { folded } from '../text/fold.js';
import { searchedText } from '../text/searched-text.js';
import { matchesFolded, phraseQuery, type TextQuery } from '../text/text-query.js';
import { referenceOf, type Hold } from './hold.js';

/** Decides which holds keep a chat. */
export class HoldMatcher {
  /** Ids of holds, by kind and id of what they refer to. */
  readonly #objects: Map<string, string[]> = new Map();
  readonly #texts: { readonly id: string; readonly query: TextQuery }[] = [];

  constructor(holds: readonly Hold[]) {
    for (const { id, scope } of holds) {
      const reference = referenceOf(scope);
      if ('text' in scope) this.#texts.push({ id, query: phraseQuery(scope.text) });
      if (reference === null) continue;
      const key = `${reference.kind} ${reference.typed}`;
      this.#objects.set(key, [...(this.#objects.get(key) ?? []), id]);
    }
  }

  /** Returns the ids of the holds on a chat's user, project and id. */
  ofChat(chat: Chat): readonly string[] {
    const keys = [`user ${chat.user.id}`, `project ${chat.project_id ?? ''}`, `chat ${chat.id}`];
    return keys.flatMap((key) => this.#objects.get(key) ?? []);
  }

  /** Returns the ids of the holds on a text that a search finds in a record. Names of files, and lists of chats that are gone, count too. */
  ofText(record: ArchiveRecord): readonly string[] {
    if (this.#texts.length === 0) return [];
    const strings = textsOf(record).map(folded);
    return this.#texts
      .filter(({ query }) => strings.some((string) => matchesFolded(query, string)))
      .map(({ id }) => id);
  }
}

function textsOf(record: ArchiveRecord): readonly string[] {
  const searched = searchedText(record);
  if (searched !== null) return [searched];
  if (record.kind === 'file') return [record.body.name ?? ''];
  return record.kind === 'outcome' ? [...stringsOf(record.body.listed)] : [];
}

function* stringsOf(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsOf(member);
}
