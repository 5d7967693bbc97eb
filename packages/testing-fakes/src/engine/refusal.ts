/** Refusals: every answer that is not a good one, with the rule that was broken. */

/** `error.type` of an error body. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'timeout_error'
  | 'overloaded_error'
  | 'api_error'
  | 'memory_precondition_failed_error'
  | 'memory_path_conflict_error';

/** What a refusal says. */
export interface RefusalParts {
  /** Status code. */
  readonly status: number;
  /** `error.type` of the body. */
  readonly type: ErrorType;
  /** Id of the rule in the table of rules, for example `VLT-009`; null when no rule was broken (faults, scripts). */
  readonly rule: string | null;
  /** Message for people. It never holds keys. */
  readonly message: string;
  /** More members of `error`. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** More header fields. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Thrown by a handler to refuse a request. */
export class Refusal extends Error {
  readonly parts: RefusalParts;

  constructor(parts: RefusalParts) {
    super(parts.message);
    this.name = 'Refusal';
    this.parts = parts;
  }
}

/**
 * Refuses bad input with 400 `invalid_request_error`.
 *
 * @param rule - Rule that was broken.
 * @param path - Dotted path of the field; empty for the whole request.
 * @param message - What the rule asks.
 * @param errorCode - `error.details.error_code`. Default none.
 */
export function badRequest(rule: string, path: string, message: string, errorCode?: string): Refusal {
  return new Refusal({
    status: 400,
    type: 'invalid_request_error',
    rule,
    message: path === '' ? message : `${path}: ${message}`,
    ...coded(errorCode),
  });
}

/**
 * Refuses an unknown, deleted or foreign id with 404 `not_found_error`.
 *
 * @param what - Kind of object, for example `vault`.
 * @param id - The id asked for.
 * @param rule - Rule that was broken. Default `GEN-007`.
 * @param errorCode - `error.details.error_code`. Default none.
 */
export function notFound(what: string, id: string, rule = 'GEN-007', errorCode?: string): Refusal {
  return new Refusal({
    status: 404,
    type: 'not_found_error',
    rule,
    message: `No ${what} has the id ${show(id)}.`,
    ...coded(errorCode),
  });
}

function coded(errorCode: string | undefined): Pick<RefusalParts, 'details'> {
  return errorCode === undefined ? {} : { details: { details: { error_code: errorCode } } };
}

/**
 * Refuses a state or version conflict with 409 `invalid_request_error`, and says that trying again will not help.
 *
 * @param rule - Rule that was broken.
 * @param message - What stands against it.
 */
export function conflict(rule: string, message: string): Refusal {
  return new Refusal({
    status: 409,
    type: 'invalid_request_error',
    rule,
    message,
    headers: { 'x-should-retry': 'false' },
  });
}

/**
 * Refuses what a key may not do with 403 `permission_error`.
 *
 * @param rule - Rule that was broken.
 * @param message - What is not allowed.
 */
export function forbidden(rule: string, message: string): Refusal {
  return new Refusal({ status: 403, type: 'permission_error', rule, message });
}

/** Text from a request, cut and freed of what could disturb a terminal or a header. */
export function show(text: string): string {
  const printable = text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?');
  return JSON.stringify(text.length > 100 ? `${printable}...` : printable);
}
