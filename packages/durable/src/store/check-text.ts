import { ConfigError } from '@parlance/schemas/kit';
import type { JsonValue } from './json-value.js';

/** PostgreSQL cannot store zero characters, and UTF-8 has no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Checks a name or key.
 *
 * @throws {ConfigError} When it is not a text that every database can store.
 */
export function checkName(option: string, name: string): void {
  if (typeof name === 'string' && name !== '' && isStorable(name)) return;
  throw new ConfigError(
    option,
    `${option} must be a text that is not empty, without zero characters and half surrogate pairs`,
  );
}

/**
 * Returns a value as JSON.
 *
 * @throws {ConfigError} When JSON cannot represent it.
 */
export function jsonText(option: string, value: object | JsonValue): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new ConfigError(option, `${option} must be a JSON value`);
  return text;
}

/**
 * Checks a value that is stored as `jsonb`.
 *
 * @throws {ConfigError} When JSON or PostgreSQL cannot represent it.
 */
export function checkData(option: string, value: JsonValue): void {
  const text: string | undefined = JSON.stringify(value, (name, part: unknown) => {
    if (isStorable(name) && (typeof part !== 'string' || isStorable(part))) return part;
    throw new ConfigError(
      option,
      `${option} must not have texts with zero characters or half surrogate pairs`,
    );
  });
  if (text === undefined) throw new ConfigError(option, `${option} must be a JSON value`);
}
