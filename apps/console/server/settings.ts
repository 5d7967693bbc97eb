import { InputError } from '@parlance/schemas/validation';
import type { DemoSizes } from '@parlance/testing-fakes';
import * as z from 'zod';
import { numberOption, readOptions } from './command-line.js';
import { readService, type ServiceSettings } from './service-settings.js';

/** The browser keeps what a person typed by address, so that the console has the same one at each start. */
export const DEFAULT_PORT = 4170;

/** Settings of the browser console. */
export interface Settings {
  /** Port to listen on. 0 uses a free one; undefined {@link DEFAULT_PORT}, or a free one if that is in use. */
  readonly port: number | undefined;
  /** Folder that exports are written to, resolved against the working directory. */
  readonly exports: string;
  /** Whether to open the browser. */
  readonly open: boolean;
  /** The service to connect to. Undefined starts an emulator in this process. */
  readonly service: ServiceSettings | undefined;
  readonly emulator: EmulatorSettings;
}

/** Settings of the emulator in this process. */
export interface EmulatorSettings {
  /** Size of the demo organization. */
  readonly demo?: DemoSizes;
  /** File that keeps the organization between runs. By default, it is kept in memory. */
  readonly data?: string | undefined;
}

const browserOptions = z.strictObject({
  port: numberOption(0, 65_535).optional(),
  exports: z.string().min(1).default('parlance-data/exports'),
  users: numberOption(0, 100_000).optional(),
  chats: numberOption(0, 1_000_000).optional(),
  activities: numberOption(0, 1_000_000).optional(),
  data: z.string().min(1).optional(),
  'no-open': z.boolean().default(false),
});

const EMULATOR_OPTIONS = ['users', 'chats', 'activities', 'data'] as const;

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
  const { port, exports, users, chats, activities, data } = options;
  const service = readService(env);
  const misplaced =
    service === undefined ? [] : EMULATOR_OPTIONS.filter((name) => options[name] !== undefined);
  if (misplaced.length > 0) {
    const message = 'sets up the built-in emulator; unset PARLANCE_BASE_URL to use it';
    throw new InputError(misplaced.map((name) => ({ path: `--${name}`, message })));
  }
  const emulator = { demo: { users, chats, activities }, data };
  return { port, exports, open: !options['no-open'], service, emulator };
}
