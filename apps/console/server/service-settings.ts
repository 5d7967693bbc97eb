/** Which service the program talks to: what the variables say, checked before anything is started. */
import { ConfigError } from '@parlance/core-transport';

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

type Environment = Readonly<Record<string, string | undefined>>;

const LEVELS = ['off', 'error', 'warn', 'info', 'debug'];

/**
 * Reads the variables.
 *
 * @param env - Variables; an empty one counts as not set.
 * @returns Undefined when none of them names a service: then the program brings its own emulator.
 * @throws {SettingsError} When one is missing or cannot be used.
 */
export function readService(env: Environment): ServiceSettings | undefined {
  const baseUrl = env['PARLANCE_BASE_URL'] || undefined;
  const keys = {
    apiKey: env['PARLANCE_API_KEY'] || undefined,
    adminKey: env['PARLANCE_ADMIN_KEY'] || undefined,
    complianceKey: env['PARLANCE_COMPLIANCE_KEY'] || undefined,
  };
  const hasKey = Object.values(keys).some((key) => key !== undefined);
  checkLogLevel(env['PARLANCE_LOG'] || undefined);
  if (baseUrl === undefined) {
    if (!hasKey) return undefined;
    throw new SettingsError(
      'A key is set, but PARLANCE_BASE_URL is not. Set it to the address of the service, or unset the keys to use the emulator.',
    );
  }
  checkAddress(baseUrl);
  if (!hasKey) {
    throw new SettingsError(
      'PARLANCE_BASE_URL is set, but no key is. Set PARLANCE_API_KEY (chat and agents), PARLANCE_COMPLIANCE_KEY or PARLANCE_ADMIN_KEY.',
    );
  }
  return { baseUrl, ...keys };
}

function checkLogLevel(level: string | undefined): void {
  if (level === undefined || LEVELS.includes(level)) return;
  throw new SettingsError(`PARLANCE_LOG is one of ${LEVELS.join(', ')}, not ${level}.`);
}

function checkAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError('PARLANCE_BASE_URL is no address. It looks like https://host.example.');
  }
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    throw new SettingsError(
      'PARLANCE_BASE_URL must begin with https:, because the keys would travel unprotected. Only an address of this machine may begin with http:.',
    );
  }
}

const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: 'PARLANCE_BASE_URL',
  apiKey: 'PARLANCE_API_KEY',
  adminKey: 'PARLANCE_ADMIN_KEY',
  complianceKey: 'PARLANCE_COMPLIANCE_KEY',
};

/** Says what a client refuses by the variable that it came from. */
export function explainRefusal(error: unknown): unknown {
  if (!ConfigError.is(error)) return error;
  const variable = VARIABLES[error.option];
  return new SettingsError(variable === undefined ? error.message : `${variable}: ${error.message}`);
}
