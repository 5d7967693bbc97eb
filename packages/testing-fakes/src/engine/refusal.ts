/** Refusals: error responses, with the rule that the request violated. */

/** Values of `error.type` that any operation may return. */
export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'overloaded_error',
  'api_error',
] as const;

/** `error.type` of an error response. */
export type ErrorType =
  (typeof ERROR_TYPES)[number] | 'memory_precondition_failed_error' | 'memory_path_conflict_error';

/** Default error types by status code. */
const TYPES: Readonly<Record<number, ErrorType>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** Returns the default `error.type` for a status code. */
export function typeOfStatus(status: number): ErrorType {
  return TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** Words of the documentation within an error message, which a deployment spells its own way. */
export interface ContractWords {
  readonly words: string;
  /** Whether they are an identifier of the request, which was translated when it was read. */
  readonly isIdentifier: boolean;
}

/**
 * An error message. Text of the request, of scripts and of the emulator is preserved; only {@link ContractWords} are
 * translated to the deployment's names.
 */
export type RefusalMessage = string | readonly (string | ContractWords)[];

/** Marks words of the documentation, such as the name of a header. */
export function inContract(words: string): ContractWords {
  return { words, isIdentifier: false };
}

/** Marks an identifier of the request that was translated when it was read, such as a model id. */
export function identifier(id: string): ContractWords {
  return { words: id, isIdentifier: true };
}

/**
 * Returns an error message as text.
 *
 * @param translate - Translates words of the documentation. Default unchanged.
 */
export function textOf(
  message: RefusalMessage,
  translate = ({ words }: ContractWords): string => words,
): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : translate(part))).join('');
}

/** Contents of a {@link Refusal}. */
export interface RefusalParts {
  /** Status code. */
  readonly status: number;
  /** `error.type` of the body. */
  readonly type: ErrorType;
  /** Id in the table of rules, for example `VLT-009`; null when no rule was broken (faults, scripts, rate limits). */
  readonly rule: string | null;
  /** Error message. Must not contain keys. */
  readonly message: RefusalMessage;
  /** Additional members of `error`. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Thrown by a handler to reject a request. */
export class Refusal extends Error {
  readonly parts: RefusalParts;

  constructor(parts: RefusalParts) {
    super(textOf(parts.message));
    this.name = 'Refusal';
    this.parts = parts;
  }
}

/**
 * Creates a 400 `invalid_request_error` for invalid input.
 *
 * @param rule - Id of the violated rule.
 * @param path - Dotted path of the field; empty for the whole request.
 * @param message - What the rule requires.
 * @param errorCode - `error.details.error_code`. Omitted by default.
 */
export function badRequest(rule: string, path: string, message: RefusalMessage, errorCode?: string): Refusal {
  return new Refusal({
    status: 400,
    type: 'invalid_request_error',
    rule,
    message: path === '' ? message : [`${path}: `, ...(typeof message === 'string' ? [message] : message)],
    ...coded(errorCode),
  });
}

/**
 * Creates a 404 `not_found_error` for an unknown or deleted id, or one of another organization.
 *
 * @param what - Kind of object, for example `vault`.
 * @param id - Requested id; marked by {@link identifier} if ids of this kind contain words of the documentation.
 * @param rule - Id of the violated rule. Default `GEN-007`.
 * @param errorCode - `error.details.error_code`. Omitted by default.
 */
export function notFound(
  what: string,
  id: string | ContractWords,
  rule = 'GEN-007',
  errorCode?: string,
): Refusal {
  const shown = typeof id === 'string' ? show(id) : identifier(show(id.words));
  return new Refusal({
    status: 404,
    type: 'not_found_error',
    rule,
    message: [`No ${what} has the id `, shown, '.'],
    ...coded(errorCode),
  });
}

function coded(errorCode: string | undefined): Pick<RefusalParts, 'details'> {
  return errorCode === undefined ? {} : { details: { details: { error_code: errorCode } } };
}

/**
 * Creates a 409 for a state or version conflict, with `x-should-retry: false`.
 *
 * @param rule - Id of the violated rule.
 * @param message - The conflict.
 * @param type - Default `invalid_request_error`.
 */
export function conflict(rule: string, message: string, type: ErrorType = 'invalid_request_error'): Refusal {
  return new Refusal({ status: 409, type, rule, message, headers: NO_RETRY });
}

/** Creates a 400 `invalid_request_error` for a request that the scenario does not expect, with `x-should-retry: false`. */
export function unexpected(message: string): Refusal {
  return new Refusal({ status: 400, type: 'invalid_request_error', rule: null, message, headers: NO_RETRY });
}

const NO_RETRY = { 'x-should-retry': 'false' };

/**
 * Creates a 403 `permission_error` for an operation that the key does not permit.
 *
 * @param rule - Id of the violated rule.
 * @param message - What is not allowed.
 */
export function forbidden(rule: string, message: string): Refusal {
  return new Refusal({ status: 403, type: 'permission_error', rule, message });
}

/** Quotes text from a request for an error message, truncated and without control characters. */
export function show(text: string): string {
  const printable = text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?');
  return JSON.stringify(text.length > 100 ? `${printable}...` : printable);
}
