/** Error responses of the service. */
import type { AttemptRecord, CallFacts } from './request-errors.js';
import { hide, ParlanceError } from './parlance-error.js';

/** Facts about an error response, from which an {@link ApiError} is constructed. */
export interface ApiErrorFacts extends CallFacts {
  /** HTTP status; null for an error event in a stream. */
  readonly status: number | null;
  /** `error.type` of the body, null if the body is not an error record. */
  readonly type: string | null;
  /** `error.message` of the body, or a default message. */
  readonly message: string;
  /** Response headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed body, or its text if it is not JSON, truncated at `maxErrorBytes`. */
  readonly body: unknown;
  /** Whether the status, or the header `x-should-retry`, allows another attempt. */
  readonly retryable: boolean;
  /** How long the server asked to wait before a retry, in milliseconds; null if it did not say. */
  readonly retryAfterMs: number | null;
}

/** The service responded with an error. Base of one subclass per kind of status, such as {@link RateLimitError}. */
export class ApiError extends ParlanceError {
  /** HTTP status; null for an error event in a stream. */
  declare readonly status: number | null;
  /** `error.type` of the body, for example `rate_limit_error`; null if the body is not an error record. */
  declare readonly type: string | null;
  /** Request id, for support requests and logs; null if the response did not include one. */
  declare readonly requestId: string | null;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Response headers. Omitted when the error is printed. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** Parsed body, or its text if it is not JSON. Omitted when the error is printed. */
  declare readonly body: unknown;
  /** Whether the request is safe to send again, according to the operation and the response. */
  declare retryable: boolean;
  /** How long the server asked to wait before a retry, in milliseconds; null if it did not say. */
  declare readonly retryAfterMs: number | null;
  /** All attempts of the call, the last one included. */
  declare attempts: readonly AttemptRecord[];
  /** True if a delete was retried and ended with a 404: an earlier attempt may have deleted the object. */
  maybeApplied = false;

  /** Name of the class. */
  override get name(): string {
    return 'ApiError';
  }

  /**
   * The service's own message, truncated at 2,000 characters. {@link Error.message} adds the operation, status and
   * type.
   */
  declare readonly serviceMessage: string;

  /** `error.details` of the body, for example the fields that the service rejects; null if it did not send any. */
  get details(): Readonly<Record<string, unknown>> | null {
    const { details } = errorOf(this.body);
    return typeof details === 'object' ? (details as Readonly<Record<string, unknown>> | null) : null;
  }

  /** `error.details.error_code` of the body, for example `file_expired`; null if the service did not send one. */
  get errorCode(): string | null {
    return textOf(this.details?.['error_code']);
  }

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

/** Maximum length of `error.type` and `error.message`, in UTF-16 units; a service could send megabytes. */
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

/** The service's type if it is documented, else the type of the status. Callers can rely on a closed list. */
function codeOf({ type, status }: ApiErrorFacts): string {
  if (type !== null && statusOfType(type) > 0) return type;
  return Object.entries(STATUS_BY_TYPE).find(([, known]) => known === status)?.[0] ?? 'api_error';
}

/** Status 400: the request is invalid. */
export class BadRequestError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'BadRequestError';
  }
}

/** Status 401: the key is missing, malformed or unknown. */
export class AuthenticationError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** Status 402: a billing problem. */
export class BillingError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'BillingError';
  }
}

/** Status 403: the key does not have permission for the request. */
export class PermissionError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'PermissionError';
  }
}

/** Status 404: the object, model or path does not exist. */
export class NotFoundError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'NotFoundError';
  }
}

/** Status 409: the request conflicts with the current version or state of the object. */
export class ConflictError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'ConflictError';
  }

  /** Identifier of the memory whose path conflicts with the requested one; null for any other conflict. */
  get conflictingMemoryId(): string | null {
    return textOf(errorOf(this.body)['conflicting_memory_id']);
  }

  /** Path of the conflicting memory; null for any other conflict. */
  get conflictingPath(): string | null {
    return textOf(errorOf(this.body)['conflicting_path']);
  }
}

/** Returns the error record in a body. */
function errorOf(body: unknown): Readonly<Record<string, unknown>> {
  return (body as { readonly error?: Readonly<Record<string, unknown>> | null } | null)?.error ?? {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Status 413: the body is too large. */
export class RequestTooLargeError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'RequestTooLargeError';
  }
}

/** Status 429: a rate limit is exceeded. */
export class RateLimitError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'RateLimitError';
  }
}

/** Status 500 to 599: the service failed. */
export class ServerError extends ApiError {
  /** Name of the class. */
  override get name(): string {
    return 'ServerError';
  }
}

/** Status 529: the service is overloaded. */
export class OverloadedError extends ServerError {
  /** Name of the class. */
  override get name(): string {
    return 'OverloadedError';
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

/** Creates an error of the class that matches the status or, for an error event, its type. */
export function apiErrorOf(facts: ApiErrorFacts): ApiError {
  const status = facts.status ?? statusOfType(facts.type);
  return new (BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError))(facts);
}

/** The status that an error type corresponds to; 0 for an unknown type, and for none. */
export function statusOfType(type: string | null): number {
  return Object.entries(STATUS_BY_TYPE).find(([known]) => known === type)?.[1] ?? 0;
}
