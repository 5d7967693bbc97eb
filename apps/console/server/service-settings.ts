/** Reads and validates the environment variables that select the service. */
import { ConfigError } from '@parlance/core-transport';
import { InputError, parseInput } from '@parlance/schemas/validation';
import * as z from 'zod';

/** Connection settings of a service. Keys are optional: the page of a slice without its key shows a notice. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly adminKey?: string | undefined;
  readonly complianceKey?: string | undefined;
  /** Token of the emulator's control API, if the service is an emulator that requires one. */
  readonly controlToken?: string | undefined;
}

const baseUrl = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), {
    error: 'must be an absolute URL, e.g. https://api.example.com',
    abort: true,
  })
  .refine((text) => protocolOf(text) === 'https:' || isLoopback(text), {
    error: 'must use https: to protect the API keys; http: is only allowed for localhost',
  });

const environment = z
  .object({
    PARLANCE_BASE_URL: baseUrl.optional(),
    PARLANCE_API_KEY: z.string().optional(),
    PARLANCE_ADMIN_KEY: z.string().optional(),
    PARLANCE_COMPLIANCE_KEY: z.string().optional(),
    PARLANCE_CONTROL_TOKEN: z.string().optional(),
    PARLANCE_LOG: z.enum(['off', 'error', 'warn', 'info', 'debug']).optional(),
  })
  .superRefine((env, context) => {
    const hasKey = [env.PARLANCE_API_KEY, env.PARLANCE_ADMIN_KEY, env.PARLANCE_COMPLIANCE_KEY].some(Boolean);
    if (hasKey && env.PARLANCE_BASE_URL === undefined)
      context.addIssue(
        'A key is set, but PARLANCE_BASE_URL is not. Set it to the URL of the service, or unset the keys to use the emulator.',
      );
    if (!hasKey && env.PARLANCE_BASE_URL !== undefined)
      context.addIssue(
        'PARLANCE_BASE_URL is set, but no key is. Set PARLANCE_API_KEY (chat and agents), PARLANCE_COMPLIANCE_KEY or PARLANCE_ADMIN_KEY.',
      );
  });

/**
 * Reads the connection settings from environment variables.
 *
 * @param env - Environment variables. Empty ones count as unset.
 * @returns Undefined if no service is configured, in which case the program starts its own emulator.
 * @throws {InputError} When variables are missing or invalid.
 */
export function readService(env: Readonly<Record<string, string | undefined>>): ServiceSettings | undefined {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = parseInput(environment, variables);
  if (read.PARLANCE_BASE_URL === undefined) return undefined;
  return {
    baseUrl: read.PARLANCE_BASE_URL,
    apiKey: read.PARLANCE_API_KEY,
    adminKey: read.PARLANCE_ADMIN_KEY,
    complianceKey: read.PARLANCE_COMPLIANCE_KEY,
    controlToken: read.PARLANCE_CONTROL_TOKEN,
  };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

/** Returns whether a URL points to this machine. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: 'PARLANCE_BASE_URL',
  apiKey: 'PARLANCE_API_KEY',
  adminKey: 'PARLANCE_ADMIN_KEY',
  complianceKey: 'PARLANCE_COMPLIANCE_KEY',
};

/** Converts a client's error about an option to one about the environment variable behind it. */
export function explainRefusal(error: unknown): unknown {
  if (!ConfigError.is(error)) return error;
  return new InputError([{ path: VARIABLES[error.option] ?? '', message: error.message }]);
}
