import type { Chat } from '@parlance/schemas';
import type { Hold } from './hold.js';

/** Decides which holds keep a chat. */
export class HoldMatcher {
  readonly #users: Map<string, string[]> = new Map();
  readonly #projects: Map<string, string[]> = new Map();
  readonly #chats: Map<string, string[]> = new Map();
  readonly #texts: { readonly id: string; readonly text: string }[] = [];

  constructor(holds: readonly Hold[]) {
    for (const { id, scope } of holds) {
      if ('user' in scope) append(this.#users, scope.user, id);
      else if ('project' in scope) append(this.#projects, scope.project, id);
      else if ('chat' in scope) append(this.#chats, scope.chat, id);
      else this.#texts.push({ id, text: normalized(scope.text) });
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

  /** Returns the ids of the holds whose text is in any string of a record's body. */
  ofText(body: object): readonly string[] {
    if (this.#texts.length === 0) return [];
    const strings = [...stringsOf(body)].map(normalized);
    return this.#texts
      .filter(({ text }) => strings.some((string) => string.includes(text)))
      .map(({ id }) => id);
  }
}

function append(map: Map<string, string[]>, key: string, id: string): void {
  map.set(key, [...(map.get(key) ?? []), id]);
}

/** Text as it is compared: compatible characters are equal, as are cases and runs of white space. */
export function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function* stringsOf(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsOf(member);
}
