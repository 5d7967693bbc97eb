/** Explains errors to people and scripts. */
import {
  ApiError,
  AuthenticationError,
  BillingError,
  ConfigError,
  ConnectionError,
  ParlanceError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnexpectedResponseError,
} from '@parlance/core-transport';
import { StoreError, type StoreErrorCode } from '@parlance/durable';
import { CommandError } from './command-error.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** An error, as a command reports it. */
export interface ErrorReport {
  /** Stable code. */
  readonly code: string;
  /** What happened. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Id of the request that failed. */
  readonly request_id?: string | undefined;
  /** Exit code of the process. */
  readonly exit_code: ExitCode;
}

const STORE_HINTS: Readonly<Record<StoreErrorCode, string>> = {
  store_damaged: 'Restore the store from a backup, or use another one with --store.',
  store_foreign: 'Use another file with --store.',
  store_newer: 'Update this command: npm install -g @parlance/cli@latest',
  store_full: 'Free space on the disk, then run the same command again.',
  store_unwritable: 'Check the folder and its permissions, or use another file with --store.',
  store_unavailable: 'Check that the database runs and that no other process holds the file, then try again.',
};

/** Describes an error. Never includes keys, prompts or replies. */
export function describeError(error: unknown): ErrorReport {
  if (CommandError.is(error))
    return { code: error.code, message: error.message, hint: error.hint, exit_code: error.exitCode };
  if (ConfigError.is(error)) return { code: error.code, message: error.message, exit_code: EXIT_CODES.usage };
  if (ParlanceError.is(error)) {
    const { requestId } = error as { requestId?: string | null };
    return {
      code: error.code,
      message: error.message,
      hint: hintFor(error),
      request_id: requestId ?? undefined,
      exit_code: EXIT_CODES.failed,
    };
  }
  const { message, code } = error as NodeJS.ErrnoException;
  return { code: code ?? 'internal_error', message, hint: fileHint(code), exit_code: EXIT_CODES.failed };
}

/** Says what to do about an error of a request or the store. */
export function hintFor(error: unknown): string | undefined {
  if (StoreError.is(error)) return STORE_HINTS[error.code];
  if (AuthenticationError.is(error)) return 'Check the key. It may be revoked, or belong to another service.';
  if (PermissionError.is(error)) return 'The key is valid but lacks a scope. Use a key that has it.';
  if (BillingError.is(error)) return "Check the organization's billing.";
  if (RateLimitError.is(error)) return 'Run the command again later, or ask for a higher limit.';
  if (ApiError.is(error)) return error.retryable ? 'Run the command again later.' : undefined;
  if (TimeoutError.is(error)) return 'Check the URL, the network and the proxy, then run the command again.';
  if (ConnectionError.is(error)) return hintForConnection(error);
  if (UnexpectedResponseError.is(error))
    return 'Check the URL. A proxy or another service may have responded.';
  return undefined;
}

function hintForConnection({ code, proxyStatus }: ConnectionError): string {
  if (proxyStatus !== undefined) return 'Check HTTPS_PROXY and its credentials.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'Check the host name in the URL, and the DNS server.';
  if (/CERT|SELF_SIGNED|ALTNAME/.test(code))
    return 'If the network replaces certificates, set NODE_EXTRA_CA_CERTS to the file of its authority.';
  return 'Check the URL, the network and the proxy.';
}

function fileHint(code: string | undefined): string | undefined {
  if (code === 'ENOSPC') return 'Free space on the disk, then run the same command again.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'Check the permissions of the file and its folder.';
  return undefined;
}
