import type { Chat } from '@parlance/schemas';
import type { ArchiveRecord } from '../records/archive-record.js';
import { folded } from '../text/fold.js';
import { searchedText } from '../text/searched-text.js';
import { matchesFolded, phraseQuery, type TextQuery } from '../text/text-query.js';
import type { Hold } from './hold.js';

/** Decides which holds keep a chat. */
export class HoldMatcher {
  readonly #users: Map<string, string[]> = new Map();
  readonly #projects: Map<string, string[]> = new Map();
  readonly #chats: Map<string, string[]> = new Map();
  readonly #texts: { readonly id: string; readonly query: TextQuery }[] = [];

  constructor(holds: readonly Hold[]) {
    for (const { id, scope } of holds) {
      if ('user' in scope) append(this.#users, scope.user, id);
      else if ('project' in scope) append(this.#projects, scope.project, id);
      else if ('chat' in scope) append(this.#chats, scope.chat, id);
      else this.#texts.push({ id, query: phraseQuery(scope.text) });
    }
  }

  /** Returns the ids of the holds on a chat's user, project and id. */
  ofChat(chat: Chat): readonly string[] {
    return [
      ...(this.#users.get(chat.user.id) ?? []),
      ...(this.#projects.get(chat.project_id ?? '') ?? []),
      ...(this.#chats.get(chat.id) ?? []),
    ];
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

function append(map: Map<string, string[]>, key: string, id: string): void {
  map.set(key, [...(map.get(key) ?? []), id]);
}

function* stringsOf(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsOf(member);
}
