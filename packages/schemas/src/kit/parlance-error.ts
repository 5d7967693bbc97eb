/** The base of all errors, and the error of an invalid option. */
import type { Checkpoint } from './paging.js';

/*
 * Two copies of this package can meet in one process (two versions, or a bundle beside the installed one), and then
 * `instanceof` is false for the other copy's errors. The base therefore has a registered symbol on its prototype, and
 * `is()` compares the names of the prototypes. The names are getters, because bundlers keep an unused class with a static block.
 */
const brand: unique symbol = Symbol.for('@parlance/error') as never;

/** Base of every error that a Parlance client throws. */
export class ParlanceError extends Error {
  /** Stable, machine-readable code, for example `timeout_headers` or `rate_limit_error`. */
  readonly code: string;
  /** On errors of a list: checkpoint to resume from. Absent if the first page failed. */
  declare readonly checkpoint?: Checkpoint | null | undefined;

  static {
    Object.defineProperty(this.prototype, brand, { value: true });
  }

  /**
   * @param code - Stable code.
   * @param message - Human-readable message. Must not contain keys, tokens, prompts or replies.
   * @param options - The cause, which must be safe to show.
   */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Name of the class. */
  override get name(): string {
    return 'ParlanceError';
  }

  /**
   * Returns whether a value is an error of this class or a subclass. Unlike `instanceof`, it also works for errors
   * from another copy of this package.
   */
  static is<T extends ParlanceError>(this: { readonly prototype: T }, value: unknown): value is T {
    if (typeof value !== 'object' || value === null || !(brand in value)) return false;
    const { name } = this.prototype;
    let level = Object.getPrototypeOf(value) as Error | null;
    while (level !== null) {
      if (Object.hasOwn(level, 'name') && level.name === name) return true;
      level = Object.getPrototypeOf(level) as Error | null;
    }
    return false;
  }

  /** Returns the error as plain data for logs, without prompts, replies or keys. */
  toJSON(): Record<string, unknown> {
    const { name, message, cause } = this;
    // Hidden properties are not enumerable.
    const shown: Record<string, unknown> = { name, message, ...(this as object) };
    if (ParlanceError.is(cause)) shown['cause'] = cause.toJSON();
    return shown;
  }
}

/** An option of a client or a call is missing or invalid. Client options are checked in the constructor. */
export class ConfigError extends ParlanceError {
  /** Name of the option, for example `timeouts.connectMs`. */
  readonly option: string;

  /** Name of the class. */
  override get name(): string {
    return 'ConfigError';
  }

  /**
   * @param option - Name of the option.
   * @param message - Describes the problem; starts with the option's name.
   * @param options - The cause, which must be safe to show.
   */
  constructor(option: string, message: string, options?: ErrorOptions) {
    super('invalid_option', message, options);
    this.option = option;
  }
}
