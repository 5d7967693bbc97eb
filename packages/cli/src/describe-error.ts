/** Explains errors to people and scripts. */
import {
  ArchiveError,
  ExportError,
  RetentionError,
  SignatureError,
  type ArchiveErrorCode,
  type ExportErrorCode,
  type RetentionErrorCode,
} from '@parlance/archive';
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
import { ReconcileError } from '@parlance/reconcile';
import { InputError } from '@parlance/schemas/validation/kit';
import { CommandError } from './command-error.js';
import hints from './error-hints.json' with { type: 'json' };
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

/** Hints by the code of an error. */
const HINTS: {
  readonly store: Readonly<Record<StoreErrorCode, string>>;
  readonly archive: Readonly<Record<ArchiveErrorCode, string>>;
  readonly export: Readonly<Record<ExportErrorCode, string>>;
  readonly retention: Partial<Record<RetentionErrorCode, string>>;
} = hints;

/** The heap of the thread is bounded, so that the process needs little memory on every machine. */
const OVERRUN: ErrorReport = {
  code: 'memory_exceeded',
  message: 'The command was stopped because it needed more memory than it may use.',
  hint: 'What was done is saved. Run it again with a lower --concurrency or --limit, or with PARLANCE_HEAP_MB=512 (default: 128).',
  exit_code: EXIT_CODES.failed,
};

/** Nothing was written. */
const REFUSALS: ReadonlySet<ExportErrorCode> = new Set([
  'definition_changed',
  'other_organization',
  'other_archive',
  'already_running',
]);

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
      exit_code: exitCodeFor(error),
    };
  }
  if (error instanceof InputError)
    return { code: 'invalid_input', message: error.message, exit_code: EXIT_CODES.usage };
  const { message, code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return OVERRUN;
  return { code: code ?? 'internal_error', message, hint: fileHint(code), exit_code: EXIT_CODES.failed };
}

/** Refusals protect data: nothing was written. */
function exitCodeFor(error: ParlanceError): ExitCode {
  if (StoreError.is(error) && error.retryable) return EXIT_CODES.waiting;
  if (RetentionError.is(error) || ReconcileError.is(error) || SignatureError.is(error))
    return EXIT_CODES.refused;
  return ExportError.is(error) && REFUSALS.has(error.code) ? EXIT_CODES.refused : EXIT_CODES.failed;
}

/** Says what to do about an error of a request, the store or the archive. */
export function hintFor(error: unknown): string | undefined {
  if (ArchiveError.is(error)) return HINTS.archive[error.code];
  if (ExportError.is(error)) return HINTS.export[error.code];
  if (RetentionError.is(error)) return HINTS.retention[error.code];
  if (ReconcileError.is(error) && error.code === 'not_approved')
    return 'Sign the plan with parlance org approve PLAN --sign KEY. The approvers are organization.approvers in parlance.config.ts.';
  if (StoreError.is(error)) return HINTS.store[error.code];
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
  if (code.startsWith('ERR_SSL_'))
    return 'Check whether the URL must start with http:// instead of https://, and its port.';
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
