import { wrong } from '../checks/option-checks.js';
import { ConfigError } from '../errors/request-errors.js';
import type { Credential } from './client-options.js';
import { isHeaderValue } from '../checks/header-values.js';

const REDACTED = '[redacted]';

/** Hides a key from `inspect`, `JSON.stringify` and template strings. */
export class CredentialBox {
  readonly #value: Credential;
  readonly #option: string;
  #seen: string | undefined;

  static {
    const inspect = Symbol.for('nodejs.util.inspect.custom');
    Object.defineProperty(CredentialBox.prototype, inspect, { value: () => REDACTED });
  }

  /**
   * @param value - The key, or a function that returns it.
   * @param option - Name of the option, for errors.
   */
  constructor(value: Credential, option: string) {
    if (typeof value !== 'string' && typeof value !== 'function')
      throw new ConfigError(option, `${option} must be a string or a function`);
    this.#option = option;
    this.#value = value;
    if (typeof value === 'string') this.#check(value);
  }

  /** Returns the key; a promise if the user's function returns one. */
  read(): string | Promise<string> {
    return typeof this.#value === 'string' ? this.#value : this.#call(this.#value);
  }

  /** Removes the key from text that came from outside. */
  redact(text: string): string {
    return this.#seen === undefined ? text : text.replaceAll(this.#seen, REDACTED);
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  async #call(readKey: () => string | Promise<string>): Promise<string> {
    let value: string;
    try {
      value = await readKey();
    } catch {
      // Not quoted: the error of a key store may contain the key.
      throw new ConfigError(this.#option, `${this.#option}: the key function threw an error`);
    }
    return this.#check(value);
  }

  #check(value: unknown): string {
    if (typeof value !== 'string' || value === '' || !isHeaderValue(value))
      throw wrong(this.#option, 'must be a non-empty string without control characters');
    this.#seen = value;
    return value;
  }
}
