import { readService, SettingsError, type ServiceSettings } from './service-settings.js';

/** How the console is started. */
export interface Settings {
  /** Port of the page; 0 takes a free one. */
  readonly port: number;
  /** Folder that exports are written to, resolved against the working directory. */
  readonly exports: string;
  /** Whether a browser is opened. */
  readonly open: boolean;
  /** The service to connect to; undefined is the emulator of this process. */
  readonly service: ServiceSettings | undefined;
}

const DEFAULT_EXPORTS = 'parlance-data/exports';

const USAGE = 'Options: --port N, --no-open, --exports FOLDER, --terminal, --prompt TEXT.';

/** Reads the settings, or says what is wrong with them before anything is started. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  return { ...readArguments(args), service: readService(env) };
}

function readArguments(given: readonly string[]): Omit<Settings, 'service'> {
  const args = given.flatMap((argument) => /^(--[^=]+)=(.*)$/.exec(argument)?.slice(1) ?? [argument]);
  let port = 0;
  let open = true;
  let exports = DEFAULT_EXPORTS;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === '--no-open') open = false;
    else if (argument === '--port') port = readPort(args[(index += 1)]);
    else if (argument === '--exports') exports = readFolder(args[(index += 1)]);
    else throw new SettingsError(`Unknown option ${argument}. ${USAGE}`);
  }
  return { port, open, exports };
}

function readFolder(text: string | undefined): string {
  if (text !== undefined && text !== '' && !text.startsWith('--')) return text;
  throw new SettingsError(`--exports takes a folder. ${USAGE}`);
}

function readPort(text: string | undefined): number {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SettingsError(`--port takes a number from 0 to 65535, not ${text ?? 'nothing'}. ${USAGE}`);
}
