import { wrong } from '@parlance/core-transport/internal';

/** Returns whether every database can store a text: PostgreSQL has no zero characters, and UTF-8 no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Checks a name or key.
 *
 * @throws {ConfigError} When it is not a text that every database can store.
 */
export function checkName(option: string, name: string): void {
  if (typeof name === 'string' && name !== '' && isStorable(name)) return;
  throw wrong(option, 'must be a text that is not empty, without zero characters and half surrogate pairs');
}
