/** Finds and loads the configuration file. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { FileError, readUntrustedFile } from '@parlance/files';
import { InputError, parseInput } from '@parlance/schemas/validation/kit';
import { CommandError } from '../command-error.js';
import { lineOfError, lineOfKey, lineOfPosition } from './config-lines.js';
import type { ParlanceConfig } from './config.js';
import { ParlanceConfigSchema } from './config.schema.js';

const DATA = 'parlance.config.json';
const PROGRAMS = ['ts', 'mts', 'mjs', 'js'].map((extension) => `parlance.config.${extension}`);
const NAMES = [...PROGRAMS, DATA];

const MAX_BYTES = 1_048_576;

/** A configuration and where it comes from. */
export interface LoadedConfig {
  /** The configuration; empty if there is no file. */
  readonly config: ParlanceConfig;
  /** The file; undefined if there is none. */
  readonly file: string | undefined;
  /** Folder that paths in the configuration are relative to. */
  readonly folder: string;
  /** Names of programs in the current folder that were not loaded, because only data was searched. */
  readonly ignored: readonly string[];
}

/** Which configuration to load. */
export interface ConfigSource {
  /** Current folder, in which the file is searched. */
  readonly cwd: string;
  /** File of the option `--config`. It may be a program. */
  readonly file?: string | undefined;
  /** Whether a file that is searched may be a program, which runs. */
  readonly findsPrograms: boolean;
}

/**
 * Loads the configuration.
 *
 * @param source - See {@link ConfigSource}.
 * @throws {CommandError} When the file is missing, cannot be loaded or is invalid. The message starts with the file and line.
 */
export async function loadConfig({ cwd, file, findsPrograms }: ConfigSource): Promise<LoadedConfig> {
  const present = file === undefined ? NAMES.filter((name) => existsSync(path.join(cwd, name))) : [file];
  const ignored = file === undefined && !findsPrograms ? present.filter((name) => name !== DATA) : [];
  const [name, other] = present.filter((one) => !ignored.includes(one));
  if (other !== undefined)
    throw new CommandError('invalid_config', `${name} and ${other} are in the same folder`, {
      hint: 'Remove one of them, or name one with --config FILE.',
    });
  if (name === undefined) return { config: {}, file: undefined, folder: cwd, ignored };
  const found = path.resolve(cwd, name);
  if (!existsSync(found)) throw invalid(found, undefined, 'file not found');
  if (!NAMES.some((known) => path.extname(known) === path.extname(found)))
    throw invalid(found, undefined, 'must be a .ts, .mts, .mjs, .js or .json file');
  const exported = found.endsWith('.json') ? await readJson(found) : await importConfig(found);
  try {
    const config = parseInput(ParlanceConfigSchema, exported);
    return { config, file: found, folder: path.dirname(found), ignored };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const line = lineOfKey(await readText(found), error.issues[0]);
    throw invalid(found, line, error.message.replaceAll('\n', '; '));
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid(file, lineOfPosition(text, error), 'invalid JSON');
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readUntrustedFile(file, { maxBytes: MAX_BYTES, followLink: true });
  } catch (error) {
    throw error instanceof FileError ? invalid(file, undefined, error.problem) : error;
  }
}

async function importConfig(file: string): Promise<unknown> {
  const url = pathToFileURL(file).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      // TypeScript is always an ES module here, whatever the next package.json says.
      if (specifier === url)
        return file.endsWith('ts')
          ? { url, format: 'module-typescript', shortCircuit: true }
          : next(specifier, context);
      try {
        return next(specifier, context);
      } catch (error) {
        // npx runs this command in folders without the packages; they are next to this one.
        if (!specifier.startsWith('@parlance/')) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
  try {
    const { default: exported } = (await import(url)) as { default?: unknown };
    if (exported === undefined)
      throw invalid(file, undefined, 'has no default export; write `export default defineConfig({ ... })`');
    return exported;
  } catch (error) {
    throw CommandError.is(error) ? error : await importFailure(file, error);
  } finally {
    hooks.deregister();
  }
}

async function importFailure(file: string, error: unknown): Promise<CommandError> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return invalid(
      file,
      undefined,
      'this Node.js was started without support for TypeScript; use a .mjs file',
    );
  return invalid(file, lineOfError(file, error) ?? (await lineOfSyntaxError(file, error)), message);
}

/** Node reports the line of a syntax error in a module only when it ends the process. */
async function lineOfSyntaxError(file: string, error: unknown): Promise<number | undefined> {
  if (!(error instanceof SyntaxError)) return undefined;
  const checked = await promisify(execFile)(process.execPath, ['--check', file]).catch(
    (failure: Error) => failure,
  );
  return checked instanceof Error ? lineOfError(file, { stack: checked.message }) : undefined;
}

function invalid(file: string, line: number | undefined, problem: string): CommandError {
  return new CommandError('invalid_config', `${file}${line === undefined ? '' : `:${line}`}: ${problem}`);
}
