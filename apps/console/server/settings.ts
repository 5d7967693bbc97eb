import * as z from 'zod';
import { numberOption, readOptions } from './command-line.js';
import { readService, type ServiceSettings } from './service-settings.js';

/** Settings of the browser console. */
export interface Settings {
  /** Port to listen on. 0 uses a free one. */
  readonly port: number;
  /** Folder that exports are written to, resolved against the working directory. */
  readonly exports: string;
  /** Whether to open the browser. */
  readonly open: boolean;
  /** The service to connect to. Undefined starts an emulator in this process. */
  readonly service: ServiceSettings | undefined;
}

const browserOptions = z.strictObject({
  port: numberOption(0, 65_535).default(0),
  exports: z.string().min(1).default('parlance-data/exports'),
  'no-open': z.boolean().default(false),
});

/**
 * Reads the settings of the console.
 *
 * @throws {InputError} When arguments or environment variables are invalid.
 */
export function readSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const options = readOptions(argv, browserOptions, { 'no-open': { type: 'boolean' } });
  const { port, exports } = options;
  return { port, exports, open: !options['no-open'], service: readService(env) };
}
