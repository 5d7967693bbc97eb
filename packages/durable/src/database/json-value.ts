import { wrong } from '@parlance/core-transport/internal';
import { ConfigError } from '@parlance/schemas/kit';
import { isStorable } from './check-name.js';
import { StoreError } from './store-error.js';

/** A value that JSON can represent, which is what checkpoints, ledgers and jobs store. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/**
 * Returns a value as JSON.
 *
 * @throws {ConfigError} When JSON cannot represent it.
 */
export function jsonText(
  option: string,
  value: unknown,
  replacer?: (name: string, part: unknown) => unknown,
): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, replacer);
  } catch (error) {
    // A circle, a bigint, or a `toJSON` that throws. The error may quote the value.
    if (error instanceof ConfigError) throw error;
  }
  if (text === undefined) throw new ConfigError(option, `${option} must be a JSON value`);
  return text;
}

/**
 * Reads JSON that {@link jsonText} has written.
 *
 * @param isSound - Returns false, or throws, for a value that was not written. Default: JSON of any kind is accepted.
 * @throws {StoreError} When the column was spoiled.
 */
export function storedJson<Value>(
  location: string,
  column: string,
  text: string,
  isSound: (value: Value) => boolean = () => true,
): Value {
  try {
    const value = JSON.parse(text) as Value;
    if (isSound(value)) return value;
  } catch {
    // Not JSON, or without the expected members.
  }
  throw new StoreError(
    'store_damaged',
    location,
    `is damaged: a column \`${column}\` has an unknown value. Restore it from a copy.`,
  );
}

/**
 * Checks a value that is stored as `jsonb`.
 *
 * @throws {ConfigError} When JSON or PostgreSQL cannot represent it.
 */
export function checkData(option: string, value: JsonValue): void {
  jsonText(option, value, (name, part) => {
    if (isStorable(name) && (typeof part !== 'string' || isStorable(part))) return part;
    throw wrong(option, 'must not have texts with zero characters or half surrogate pairs');
  });
}
