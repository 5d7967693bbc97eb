/** The error types that belong to status codes. */
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

/** Gives the type that an error of a status has where nothing else says so. */
export function typeOfStatus(status: number): ErrorType {
  return TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
