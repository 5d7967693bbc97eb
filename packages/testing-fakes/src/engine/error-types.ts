/** Default error types by status code. */
import type { ErrorType } from './refusal.js';

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
