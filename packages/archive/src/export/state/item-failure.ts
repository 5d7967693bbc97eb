import {
  AbortedError,
  ApiError,
  AuthenticationError,
  BillingError,
  ConnectionError,
  DownloadError,
  PagingError,
  ParlanceError,
  PermissionError,
  UnexpectedResponseError,
} from '@parlance/core-transport';
import { StoreError } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import type { ExportFailure } from './export-status.js';

/** An item of a unit that could not be read. */
export type ItemFailure = Pick<ExportFailure, 'kind' | 'id' | 'code' | 'message' | 'requestId'>;

/**
 * Describes an error as the failure of one item. Returns undefined for an error that concerns the whole run, such as a rejected key or a
 * full disk.
 */
export function itemFailure(
  subject: Pick<ExportFailure, 'kind' | 'id'>,
  error: unknown,
): ItemFailure | undefined {
  if (!ParlanceError.is(error) || AbortedError.is(error) || isKeyRejected(error)) return undefined;
  const isOfItem =
    ApiError.is(error) ||
    ConnectionError.is(error) ||
    DownloadError.is(error) ||
    PagingError.is(error) ||
    UnexpectedResponseError.is(error);
  if (!isOfItem) return undefined;
  // These errors have a request id, except connection errors.
  const { requestId = null } = error as { readonly requestId?: string | null };
  return { ...subject, code: error.code, message: error.message.slice(0, 500), requestId };
}

/** Returns whether the store was not available in the middle of a transaction, or for longer than it waits. What was begun can be done again. */
export function isOutage(error: unknown): boolean {
  return StoreError.is(error) && error.retryable;
}

/** Converts an error that stops the run: a rejected key is named as such. */
export function runFailure(exportName: string, error: unknown): unknown {
  if (!isKeyRejected(error)) return error;
  return new ExportError(
    'key_rejected',
    exportName,
    `paused, because the service rejected the key: ${error.message}. What was sealed is intact; start it again with a valid key to resume.`,
    { cause: error },
  );
}

function isKeyRejected(error: unknown): error is AuthenticationError | PermissionError | BillingError {
  return AuthenticationError.is(error) || PermissionError.is(error) || BillingError.is(error);
}
