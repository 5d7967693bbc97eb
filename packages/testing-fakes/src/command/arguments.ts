/** What the commands have in common in how they read arguments. */
import { readFileSync } from 'node:fs';

/** Bad arguments: the message names the argument and what is allowed. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Arguments that a command knows. */
export interface KnownArguments {
  /** Those with a value. */
  readonly withValue: readonly string[];
  /** Those without. */
  readonly flags?: readonly string[] | undefined;
}

/**
 * Takes arguments apart: `--name value`, `--name=value`, or `--name` alone.
 *
 * @throws {UsageError} For one that is unknown, given twice, or without its value.
 */
export function splitArguments(
  argv: readonly string[],
  { withValue, flags = [] }: KnownArguments,
): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let index = 0; index < argv.length; index++) {
    const [name = '', inline] = splitOnce(argv[index] as string);
    const takesValue = withValue.includes(name);
    if (!takesValue && !flags.includes(name)) {
      throw new UsageError(
        `Unknown argument ${show(name)}; allowed are ${[...withValue, ...flags].join(', ')}.`,
      );
    }
    if (given.has(name)) throw new UsageError(`${name} is given twice.`);
    if (!takesValue && inline !== undefined) throw new UsageError(`${name} takes no value.`);
    const value = takesValue ? (inline ?? argv[++index]) : '';
    if (value === undefined || (takesValue && value === '')) throw new UsageError(`${name} needs a value.`);
    given.set(name, value);
  }
  return given;
}

function splitOnce(argument: string): readonly [string, string | undefined] {
  const at = argument.indexOf('=');
  return at < 0 || !argument.startsWith('--')
    ? [argument, undefined]
    : [argument.slice(0, at), argument.slice(at + 1)];
}

/** A JSON file that an argument names. */
export interface NamedDocument<T> {
  /** The argument. */
  readonly name: string;
  readonly path: string;
  /** Checks the parsed JSON. @throws {TypeError} When it is not as it should be. */
  readonly read: (value: unknown) => T;
}

/**
 * Reads a JSON file that an argument names.
 *
 * @throws {UsageError} Naming the argument, the file and what is wrong with it.
 */
export function readDocument<T>({ name, path, read }: NamedDocument<T>): T {
  try {
    // Some programs begin a file with a mark of its encoding, which is no part of the JSON.
    return read(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
  } catch (error) {
    const isForm = error instanceof TypeError || error instanceof SyntaxError;
    const reason = isForm ? error.message.replace(/\.$/, '') : reasonOf(error);
    throw new UsageError(`${name} ${show(path)}: ${reason}.`);
  }
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    default:
      return 'the file cannot be read';
  }
}

/** Quotes what was given, not too much of it. */
export function show(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
