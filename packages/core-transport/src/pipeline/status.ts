import type { ContractIssue } from '@parlance/schemas/kit';
import { apiErrorOf } from '../errors/api-error.js';
import { UnexpectedResponseError } from '../errors/response-errors.js';
import type { UnexpectedResponseCode } from '../errors/response-errors.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Call } from './call.js';
import { readBody } from './read-body.js';
import { retryAfterMs } from './retry-policy.js';
import { decodeUtf8 } from './utf8.js';

/** Reads a response that is not a good one and throws the error it stands for. */
export async function refusal(call: Call, response: HttpResponse): Promise<never> {
  const { status, headers } = response;
  if (status < 400) {
    response.body.cancel();
    const what =
      status >= 300
        ? 'a redirect, which is never followed, because the key would go with it'
        : 'no final status';
    throw unexpected(call, response, ['unexpected_redirect', `status ${status}: ${what}`]);
  }
  call.deadlines.enter('body', call.timeouts.bodyMs);
  const body = await readErrorBody(call, response);
  const record = errorRecord(body);
  const { credential } = call.core;
  throw apiErrorOf({
    status,
    type: record.type,
    message: credential.redact(record.message ?? 'no error message'),
    requestId: call.requestId ?? record.requestId,
    operation: call.operation.id,
    headers,
    body,
    retryable: false,
    retryAfterMs: retryAfterMs(headers, call.core.clock.wallNow()),
    attempts: call.attempts,
  });
}

/** Makes the error for a response that can't be used. */
export function unexpected(
  call: Call,
  response: HttpResponse,
  [code, message]: readonly [UnexpectedResponseCode, string],
  issues: readonly ContractIssue[] = [],
): UnexpectedResponseError {
  const { status, headers } = response;
  return new UnexpectedResponseError(code, message, { ...call.facts(), status, headers, issues });
}

/** The body of an error answer: its JSON, else its text. A body that breaks off does not hide the status. */
async function readErrorBody(call: Call, response: HttpResponse): Promise<unknown> {
  let text: string;
  try {
    text = decodeUtf8((await readBody(call, response.body, call.core.ceilings.errorBytes)).bytes);
  } catch (error) {
    if (call.cancellation.cancelled) throw error;
    return '';
  }
  text = call.core.credential.redact(text);
  try {
    const parsed: unknown = JSON.parse(text);
    return call.core.codec === undefined ? parsed : call.core.codec.decodeResponse(call.operation, parsed);
  } catch {
    return text;
  }
}

/** What an error body says. */
export interface ErrorRecord {
  readonly type: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

/** Reads an error body of either known shape; nulls where it has neither. */
export function errorRecord(body: unknown): ErrorRecord {
  const outer = body as
    { error?: { type?: unknown; message?: unknown }; request_id?: unknown } | null | undefined;
  const error = typeof outer === 'object' ? outer?.error : undefined;
  return {
    type: typeof error?.type === 'string' ? error.type : null,
    message: typeof error?.message === 'string' ? error.message : null,
    requestId: typeof outer === 'object' && typeof outer?.request_id === 'string' ? outer.request_id : null,
  };
}
