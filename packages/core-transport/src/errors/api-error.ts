/** Error responses of the service. */
import type { AttemptRecord } from '../pipeline/attempt-record.js';
import { brandError, hide, ParlanceError } from './parlance-error.js';

/** The parts of an {@link ApiError}. */
export interface ApiErrorFacts {
  /** Status; null for an error event within a stream, which has none. */
  readonly status: number | null;
  /** `error.type` of the body, null when the body is not an error record. */
  readonly type: string | null;
  /** `error.message` of the body, or a default message. */
  readonly message: string;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
  /** Id of the operation. */
  readonly operation: string;
  /** Response headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed body, or its text when it is not JSON, cut at `maxErrorBytes`. */
  readonly body: unknown;
  /** Whether the status, or the server's own word, allows another attempt. */
  readonly retryable: boolean;
  /** The server's hint how long to wait, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** Attempts made. */
  readonly attempts: readonly AttemptRecord[];
}

/** The service responded with an error. The subclass follows from the status. */
export class ApiError extends ParlanceError {
  /** Status; null for an error event within a stream. */
  declare readonly status: number | null;
  /** `error.type` of the body, for example `rate_limit_error`; null when the body is not an error record. */
  declare readonly type: string | null;
  /** Request id. */
  declare readonly requestId: string | null;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Response headers; not shown when the error is printed. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** Parsed body, or its text when it is not JSON; not shown when the error is printed. */
  declare readonly body: unknown;
  /** Whether the transport, by the rules of the operation, would send the request again. */
  declare retryable: boolean;
  /** The server's hint how long to wait, in milliseconds; null without one. */
  declare readonly retryAfterMs: number | null;
  /** Every attempt made. */
  declare attempts: readonly AttemptRecord[];
  /** True when a delete or update was retried and an earlier attempt may have taken effect. */
  maybeApplied = false;

  static {
    brandError(this, 'ApiError');
  }

  /** The service's own message, cut at 2,000 characters. {@link Error.message} adds operation, status and type. */
  declare readonly serviceMessage: string;

  /** @param facts - The error response. */
  constructor(facts: ApiErrorFacts) {
    const { headers, body, message, ...rest } = facts;
    const type = facts.type === null ? null : cut(facts.type, MAX_TYPE);
    const shown = { ...rest, type, serviceMessage: cut(message, MAX_MESSAGE) };
    super(codeOf(facts), describe(shown));
    Object.assign(this, shown);
    hide(this, 'serviceMessage', shown.serviceMessage);
    hide(this, 'headers', headers);
    hide(this, 'body', body);
  }
}

/** Longest `error.type` and `error.message` that are kept, in UTF-16 units; a service could send megabytes. */
const MAX_TYPE = 100;
const MAX_MESSAGE = 2000;

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function describe({
  operation,
  status,
  type,
  serviceMessage,
}: Pick<ApiError, 'operation' | 'status' | 'type' | 'serviceMessage'>): string {
  return `${operation}: ${status === null ? '' : `${status} `}${type === null ? '' : `${type}: `}${serviceMessage}`;
}

/** The service's type where the documents know it, else the one that belongs to the status: a closed list. */
function codeOf({ type, status }: ApiErrorFacts): string {
  if (type !== null && Object.hasOwn(STATUS_BY_TYPE, type)) return type;
  return Object.entries(STATUS_BY_TYPE).find(([, known]) => known === status)?.[0] ?? 'api_error';
}

/** Status 400: the request breaks a rule. */
export class BadRequestError extends ApiError {
  static {
    brandError(this, 'BadRequestError');
  }
}

/** Status 401: the key is missing, malformed or unknown. */
export class AuthenticationError extends ApiError {
  static {
    brandError(this, 'AuthenticationError');
  }
}

/** Status 402: a billing problem. */
export class BillingError extends ApiError {
  static {
    brandError(this, 'BillingError');
  }
}

/** Status 403: the key may not do this. */
export class PermissionError extends ApiError {
  static {
    brandError(this, 'PermissionError');
  }
}

/** Status 404: no such object, model or path. */
export class NotFoundError extends ApiError {
  static {
    brandError(this, 'NotFoundError');
  }
}

/** Status 409: a version or state conflict. */
export class ConflictError extends ApiError {
  static {
    brandError(this, 'ConflictError');
  }

  /** Identifier of the memory whose path conflicts with the requested one; null for any other conflict. */
  get conflictingMemoryId(): string | null {
    return detailOf(this.body, 'conflicting_memory_id');
  }

  /** Path of that memory; null for any other conflict. */
  get conflictingPath(): string | null {
    return detailOf(this.body, 'conflicting_path');
  }
}

/** Reads a text of the error record in a body. */
function detailOf(body: unknown, name: string): string | null {
  const { error } = (body ?? {}) as { error?: unknown };
  const value = ((error ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}

/** Status 413: the body is too large. */
export class RequestTooLargeError extends ApiError {
  static {
    brandError(this, 'RequestTooLargeError');
  }
}

/** Status 429: a rate limit is reached. */
export class RateLimitError extends ApiError {
  static {
    brandError(this, 'RateLimitError');
  }
}

/** Status 500 to 599: a fault of the service. */
export class ServerError extends ApiError {
  static {
    brandError(this, 'ServerError');
  }
}

/** Status 529: the service is overloaded. */
export class OverloadedError extends ServerError {
  static {
    brandError(this, 'OverloadedError');
  }
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: BillingError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: RequestTooLargeError,
  429: RateLimitError,
  529: OverloadedError,
};

const STATUS_BY_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  internal_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** Creates the error whose class belongs to the status, or for an error event to its type. */
export function apiErrorOf(facts: ApiErrorFacts): ApiError {
  const status = facts.status ?? (facts.type === null ? 0 : statusOfType(facts.type));
  const known = BY_STATUS[status];
  return new (known ?? (status >= 500 ? ServerError : ApiError))(facts);
}

/** The status that an error type corresponds to; 0 for an unknown type. */
export function statusOfType(type: string): number {
  return Object.hasOwn(STATUS_BY_TYPE, type) ? (STATUS_BY_TYPE[type] ?? 0) : 0;
}
