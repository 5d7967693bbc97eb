import type { Chat } from '@parlance/schemas';

/** Returns whether the title, the person or the ID of a chat contains a text. */
export function matchesSearch({ id, name, user }: Pick<Chat, 'id' | 'name' | 'user'>, text: string): boolean {
  return `${name}\n${user.email_address}\n${id}`.toLowerCase().includes(text.trim().toLowerCase());
}
