/** What the commands share in how they read their arguments. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InputError, parseInput } from '@parlance/schemas/validation';
import type * as z from 'zod';

/** Bad arguments: the message names the argument and what is allowed. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/**
 * Reads the options of a command.
 *
 * @param argv - Arguments after the command.
 * @param schema - Schemas of the options by their names without the dashes.
 * @param flags - Names of those without a value.
 * @throws {UsageError} Listing all problems.
 */
export function readArguments<Shape extends z.ZodRawShape>(
  argv: readonly string[],
  schema: z.ZodObject<Shape, z.core.$strict>,
  flags: readonly (keyof Shape)[] = [],
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const types = Object.keys(schema.shape).map((name): [string, { type: 'boolean' | 'string' }] => [
    name,
    { type: flags.includes(name) ? 'boolean' : 'string' },
  ]);
  // Not strict, so that unknown options and missing values reach the schema, which reports them all at once.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated}: can be used only once`);
  const options = asUsage(() => parseInput(schema, values, { isCommandLine: true }));
  if (positionals.length > 0) throw new UsageError(`unexpected argument ${show(positionals[0] as string)}`);
  return options;
}

function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? new UsageError(indented(error.message)) : error;
  }
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
 * @throws {UsageError} Naming the argument, the file and its problems.
 */
export function readDocument<T>({ name, path, read }: NamedDocument<T>): T {
  try {
    // Some programs begin a file with a byte order mark, which is not part of the JSON.
    return read(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
  } catch (error) {
    const isContent = error instanceof TypeError || error instanceof SyntaxError;
    throw new UsageError(`${name} ${show(path)}: ${isContent ? indented(error.message) : reasonOf(error)}`);
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

/** A message of several lines, which follow the first one indented. */
function indented(message: string): string {
  return message.replaceAll('\n', '\n  ');
}

/** Quotes the beginning of a text. */
export function show(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
