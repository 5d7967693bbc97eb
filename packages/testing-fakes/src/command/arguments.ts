/** Parsing of command-line arguments, shared by all commands. */
import { constants } from 'node:buffer';
import { parseArgs } from 'node:util';
import { FileError, readUntrustedFile } from '@parlance/files';
import { InputError, parseInput } from '@parlance/schemas/validation/kit';
import type * as z from 'zod';

/** Invalid arguments. The message names the argument and what is allowed. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/**
 * Parses the options of a command.
 *
 * @param argv - Arguments after the command.
 * @param schema - Schema of the options, by name without dashes.
 * @param flags - Names of the options that take no value.
 * @throws {UsageError} When an argument is invalid; lists all problems.
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
  // Not strict: unknown options and missing values reach the schema, which reports all problems at once.
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
  });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated}: must not be repeated`);
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

/** A file passed as an argument. */
export interface NamedFile<Content, T> {
  /** Name of the argument, for error messages. */
  readonly name: string;
  readonly path: string;
  /** Validates the content: the parsed JSON, or the text. @throws {TypeError} When it is invalid. */
  readonly read: (content: Content) => T;
}

/**
 * Reads and validates a JSON file passed as an argument.
 *
 * @throws {UsageError} When the file is unreadable or invalid. The message names the argument, the file and each problem.
 */
export function readDocument<T>({ name, path, read }: NamedFile<unknown, T>): Promise<T> {
  return readText({ name, path, read: (text) => read(JSON.parse(text)) });
}

/**
 * Reads and parses a text file passed as an argument.
 *
 * @throws {UsageError} When the file is unreadable or invalid. The message names the argument, the file and each problem.
 */
export async function readText<T>({ name, path, read }: NamedFile<string, T>): Promise<T> {
  try {
    const maxBytes = constants.MAX_STRING_LENGTH;
    return read(await readUntrustedFile(path, { maxBytes, followLink: true }));
  } catch (error) {
    throw new UsageError(`${name} ${show(path)}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof FileError)) return indented((error as Error).message);
  return error.code === 'file_not_found' ? 'file not found' : error.problem;
}

/** Indents all lines after the first. */
function indented(message: string): string {
  return message.replaceAll('\n', '\n  ');
}

/** Quotes the first 100 characters of a text. */
export function show(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
