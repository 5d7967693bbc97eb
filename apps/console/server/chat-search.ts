import type { Chat } from '@parlance/schemas';

/** Returns whether the title, the person or the ID of a chat contains each word of a text. */
export function matchesSearch({ id, name, user }: Pick<Chat, 'id' | 'name' | 'user'>, text: string): boolean {
  return containsWords(`${name}\n${user.email_address}\n${id}`, text);
}

/** Returns whether facts contain each word of a search, however it is spaced. */
export function containsWords(facts: string, search: string): boolean {
  const searched = facts.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
