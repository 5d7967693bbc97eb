/** How the console is started. */
export interface Settings {
  /** Port of the page; 0 takes a free one. */
  readonly port: number;
  /** Folder that exports are written to; undefined is one of the repository's own. */
  readonly exports: string | undefined;
  /** Whether a browser is opened. */
  readonly open: boolean;
  /** The service to connect to; undefined is the emulator of this process. */
  readonly service: ServiceSettings | undefined;
}

/** The service, and the keys at hand. A slice without its key says so on its page. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly adminKey: string | undefined;
  readonly complianceKey: string | undefined;
}

/** A setting is missing or wrong; the message says which, and what to do. */
export class SettingsError extends Error {
  override readonly name: string = 'SettingsError';
}

const USAGE = 'Options: --port N, --no-open, --exports FOLDER, --terminal, --prompt TEXT.';

/** Reads the settings, or says what is wrong with them before anything is started. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  return { ...readArguments(args), service: readService(env) };
}

function readArguments(args: readonly string[]): Omit<Settings, 'service'> {
  let port = 0;
  let open = true;
  let exports: string | undefined;
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

function readService(env: Readonly<Record<string, string | undefined>>): ServiceSettings | undefined {
  const baseUrl = env['PARLANCE_BASE_URL'] || undefined;
  const keys = {
    apiKey: env['PARLANCE_API_KEY'] || undefined,
    adminKey: env['PARLANCE_ADMIN_KEY'] || undefined,
    complianceKey: env['PARLANCE_COMPLIANCE_KEY'] || undefined,
  };
  const hasKey = Object.values(keys).some((key) => key !== undefined);
  if (baseUrl === undefined) {
    if (!hasKey) return undefined;
    throw new SettingsError(
      'A key is set, but PARLANCE_BASE_URL is not. Set it to the address of the service, or unset the keys to use the emulator.',
    );
  }
  if (!URL.canParse(baseUrl)) {
    throw new SettingsError('PARLANCE_BASE_URL is no address. It looks like https://host.example.');
  }
  if (!hasKey) {
    throw new SettingsError(
      'PARLANCE_BASE_URL is set, but no key is. Set PARLANCE_API_KEY (chat and agents), PARLANCE_COMPLIANCE_KEY or PARLANCE_ADMIN_KEY.',
    );
  }
  return { baseUrl, ...keys };
}
