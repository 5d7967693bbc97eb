import * as z from 'zod';
import { numberOption, readOptions } from './command-line.js';
import { readService, type ServiceSettings } from './service-settings.js';

/** How the console is started. */
export interface Settings {
  /** Port of the page; 0 takes a free one. */
  readonly port: number;
  /** Folder that exports are written to; resolved against the working directory. */
  readonly exports: string;
  /** Whether a browser is opened. */
  readonly open: boolean;
  /** The service to connect to; undefined is the emulator of this process. */
  readonly service: ServiceSettings | undefined;
}

const browserOptions = z.strictObject({
  port: numberOption(0, 65_535).default(0),
  exports: z.string().min(1).default('parlance-data/exports'),
  'no-open': z.boolean().default(false),
});

/**
 * Reads the settings before anything is started.
 *
 * @throws {InputError} Listing all problems of the arguments, or else of the environment.
 */
export function readSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const options = readOptions(argv, browserOptions, { 'no-open': { type: 'boolean' } });
  const { port, exports } = options;
  return { port, exports, open: !options['no-open'], service: readService(env) };
}
