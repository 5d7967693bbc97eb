/** Errors for responses that the client cannot use. */
import type { ContractIssue } from '@parlance/schemas/kit';
import type { AttemptRecord, CallFacts } from './request-errors.js';
import { ApiError } from './api-error.js';
import { hide, ParlanceError } from './parlance-error.js';

/** Why a response cannot be used. */
export type UnexpectedResponseCode =
  | 'unexpected_redirect'
  | 'unexpected_content_type'
  | 'unexpected_encoding'
  | 'empty_body'
  | 'invalid_json'
  | 'not_an_object'
  | 'unexpected_shape'
  | 'response_too_large'
  | 'event_too_large'
  | 'contract_drift';

/** Facts about a response that the client cannot use. */
export interface UnexpectedResponseFacts extends CallFacts {
  /** HTTP status. */
  readonly status: number;
  /** Response headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the response differs from the contract, for `contract_drift`. */
  readonly issues?: readonly ContractIssue[];
}

/**
 * The service, or a proxy in front of it, sent a response that the client cannot use: a redirect, HTML, empty or
 * malformed JSON, JSON without the members that the client reads, or a body that is too large.
 */
export class UnexpectedResponseError extends ParlanceError {
  declare readonly code: UnexpectedResponseCode;
  /** Id of the operation. */
  declare readonly operation: string;
  /** HTTP status. */
  declare readonly status: number;
  /** Request id; null if the response did not include one. */
  declare readonly requestId: string | null;
  /** Response headers. Omitted when the error is printed. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** All attempts of the call. */
  declare readonly attempts: readonly AttemptRecord[];
  /** Where the response differs from the contract; empty for other codes. */
  declare readonly issues: readonly ContractIssue[];
  /** Always false: another attempt would get the same response. */
  readonly retryable: boolean = false;

  /** Name of the class. */
  override get name(): string {
    return 'UnexpectedResponseError';
  }

  /**
   * @param code - Why the response cannot be used.
   * @param message - Describes the response.
   * @param facts - The response.
   */
  constructor(code: UnexpectedResponseCode, message: string, facts: UnexpectedResponseFacts) {
    super(code, `${facts.operation}: ${message}`);
    const { headers, ...shown } = facts;
    Object.assign(this, { issues: [] }, shown);
    hide(this, 'headers', headers);
  }
}

/**
 * Why a stream ended before its last event. `server_error`: the service sent an error event, or an event that the
 * client cannot use; see `cause`.
 */
export type StreamEndReason = 'aborted' | 'truncated' | 'server_error' | 'stalled';

/** Facts about a stream that ended early. */
export interface StreamErrorFacts extends Pick<CallFacts, 'operation' | 'requestId'> {
  /** What the stream had accumulated, for example a partial message; undefined if there is nothing. */
  readonly partial: unknown;
  /** Usage reported so far; undefined if none was. */
  readonly usage: unknown;
  /** Zero-based index of the last event delivered; -1 if there was none. */
  readonly lastEventIndex: number;
  /** The underlying error. */
  readonly cause: Error;
}

/**
 * A stream that had started ended before its last event. {@link StreamError.partial} has what arrived until then.
 *
 * @typeParam Partial - What the stream accumulates, for example a message.
 */
export class StreamError<Partial = unknown, Usage = unknown> extends ParlanceError {
  /** Why the stream ended. */
  declare readonly reason: StreamEndReason;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Request id; null if the response did not include one. */
  declare readonly requestId: string | null;
  /** What had arrived, for example a partial message; undefined if nothing had. Omitted when the error is printed. */
  declare readonly partial: Partial | undefined;
  /** Usage reported so far; undefined if none was. */
  declare readonly usage: Usage | undefined;
  /** Zero-based index of the last event delivered; -1 if there was none. */
  declare readonly lastEventIndex: number;
  /** The underlying error. */
  declare readonly cause: Error;
  /** Always false: another attempt would generate the content a second time. */
  readonly retryable: boolean = false;

  /** Name of the class. */
  override get name(): string {
    return 'StreamError';
  }

  /**
   * @param reason - Why the stream ended.
   * @param facts - What had arrived, and the underlying error.
   */
  constructor(reason: StreamEndReason, facts: StreamErrorFacts) {
    super(
      `stream_${reason}`,
      `${facts.operation}: ${reasonText(reason, facts.cause)} (${facts.cause.message})`,
    );
    const { partial, cause, ...shown } = facts;
    Object.assign(this, { reason }, shown);
    hide(this, 'partial', partial);
    hide(this, 'cause', cause);
  }
}

function reasonText(reason: StreamEndReason, cause: Error): string {
  // Only an error event is the word of the service.
  if (reason === 'server_error' && !ApiError.is(cause)) return 'an event of the stream cannot be used';
  return REASON_TEXT[reason];
}

const REASON_TEXT: Readonly<Record<StreamEndReason, string>> = {
  aborted: 'the stream was aborted',
  truncated: 'the stream broke off before its last event',
  server_error: 'the service reported an error within the stream',
  stalled: 'a deadline passed',
};
