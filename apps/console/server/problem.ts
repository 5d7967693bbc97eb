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
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A failure as the page may see it: facts from the error, but never keys, headers or bodies. */
export interface Problem {
  /** Stable code, for example `rate_limit_error` or `timeout_first_content`. */
  readonly code: string;
  /** Human-readable description. */
  readonly message: string;
  /** Kind of failure, which determines how the page handles it. */
  readonly kind:
    'refused' | 'connection' | 'deadline' | 'stream' | 'input' | 'response' | 'setup' | 'console';
  /** HTTP status of the response; null if there was none. */
  readonly status?: number | null;
  /** Request id of the response; null if it had none. */
  readonly requestId?: string | null;
  /** The deadline that passed. */
  readonly deadline?: { readonly phase: string; readonly ms: number };
  /** When the service allows the next attempt; null if it did not say. */
  readonly retryAfterMs?: number | null;
  /** Number of attempts. */
  readonly attempts?: number;
  /** Validation issues by field. */
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** Converts an error to a problem for the page. */
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
  if (error instanceof HTTPException) {
    return { kind: 'console', code: 'console_request', message: error.message, status: error.status };
  }
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
    const kind = error.code === 'download_not_saved' ? 'console' : 'response';
    return { ...facts, kind, requestId: error.requestId };
  }
  if (UnexpectedResponseError.is(error)) {
    return { ...facts, kind: 'response', status: error.status, requestId: error.requestId };
  }
  if (InvalidParamsError.is(error)) {
    return {
      ...facts,
      kind: 'input',
      fields: error.issues.map(({ path, message }) => ({ path: path || 'body', message })),
    };
  }
  if (ConfigError.is(error)) return { ...facts, kind: 'setup' };
  return { ...facts, kind: 'console', ...(CONFLICTS.has(error.code) ? { status: 409 } : {}) };
}

/** Codes of exports that cannot start as things are. Their type is not imported, because the page would load it. */
const CONFLICTS: ReadonlySet<string> = new Set([
  'already_running',
  'definition_changed',
  'other_organization',
  'other_archive',
]);

/**
 * Returns the HTTP status that this server responds with. What the service rejected keeps its status, because the request
 * was the page's: 400, 401, 404, 429. Failures between this server and the service are those of a gateway.
 */
export function statusOf({ kind, status }: Problem): ContentfulStatusCode {
  switch (kind) {
    case 'input':
      return 400;
    case 'refused':
      return status != null && status >= 400 && status < 500 ? (status as ContentfulStatusCode) : 502;
    case 'setup':
      return 503;
    case 'deadline':
      return 504;
    case 'connection':
    case 'response':
    case 'stream':
      return 502;
    case 'console':
      return (status ?? 500) as ContentfulStatusCode;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong in the console.';
}
