import {
  ApiError,
  ConfigError,
  ConnectionError,
  DownloadError,
  InvalidParamsError,
  PagingError,
  ParlanceError,
  StreamError,
  TimeoutError,
  UnexpectedResponseError,
} from '@parlance/core-transport';

/** What the page is told about a failure: facts of the error, never a key, a header or a body. */
export interface Problem {
  /** Stable code, for example `rate_limit_error` or `timeout_first_content`. */
  readonly code: string;
  /** What happened, for people. */
  readonly message: string;
  /** What kind of failure it is, which decides what the page offers. */
  readonly kind: 'refused' | 'connection' | 'deadline' | 'stream' | 'input' | 'answer' | 'setup' | 'console';
  readonly status?: number | null;
  readonly requestId?: string | null;
  /** Which deadline passed, and how long it was. */
  readonly deadline?: { readonly phase: string; readonly ms: number };
  readonly retryAfterMs?: number | null;
  /** How often it was tried. */
  readonly attempts?: number;
  /** Fields that break the contract. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** Reads an error of the libraries into facts for the page. */
export function problemOf(error: unknown): Problem {
  if (StreamError.is(error)) {
    const inner = problemOf(error.cause);
    return {
      ...inner,
      kind: inner.kind === 'console' ? 'stream' : inner.kind,
      code: error.code,
      requestId: error.requestId,
    };
  }
  if (PagingError.is(error) && ParlanceError.is(error.cause)) return problemOf(error.cause);
  if (!ParlanceError.is(error)) return { kind: 'console', code: 'console_error', message: messageOf(error) };
  const facts = { code: error.code, message: error.message };
  if (TimeoutError.is(error)) {
    const deadline = { phase: error.phase, ms: error.timeoutMs };
    return {
      ...facts,
      kind: 'deadline',
      deadline,
      requestId: error.requestId,
      attempts: error.attempts.length,
    };
  }
  if (ConnectionError.is(error)) {
    return { ...facts, kind: 'connection', requestId: error.requestId, attempts: error.attempts.length };
  }
  if (ApiError.is(error)) {
    const { status, requestId, retryAfterMs } = error;
    return { ...facts, kind: 'refused', status, requestId, retryAfterMs, attempts: error.attempts.length };
  }
  if (DownloadError.is(error)) {
    const kind = error.code === 'download_not_saved' ? 'console' : 'answer';
    return { ...facts, kind, requestId: error.requestId };
  }
  if (UnexpectedResponseError.is(error)) {
    return { ...facts, kind: 'answer', status: error.status, requestId: error.requestId };
  }
  if (InvalidParamsError.is(error)) {
    return { ...facts, kind: 'input', fields: error.issues.map(({ path, message }) => ({ path, message })) };
  }
  if (ConfigError.is(error)) return { ...facts, kind: 'setup' };
  return { ...facts, kind: 'console' };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The console failed.';
}
