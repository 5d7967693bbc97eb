/** Errors about a response that the client cannot use. */
import type { ContractIssue } from '@parlance/schemas/kit';
import type { AttemptRecord } from '../pipeline/attempt-record.js';
import { brandError, hide, ParlanceError } from './parlance-error.js';

/** Why a response cannot be used. */
export type UnexpectedResponseCode =
  | 'unexpected_redirect'
  | 'unexpected_content_type'
  | 'unexpected_encoding'
  | 'empty_body'
  | 'invalid_json'
  | 'not_an_object'
  | 'response_too_large'
  | 'event_too_large'
  | 'contract_drift';

/** What is known about the response. */
export interface UnexpectedResponseFacts {
  /** Id of the operation. */
  readonly operation: string;
  /** Status of the response. */
  readonly status: number;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
  /** Response headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Attempts made. */
  readonly attempts: readonly AttemptRecord[];
  /** Where the response differs from the contract, for `contract_drift`. */
  readonly issues?: readonly ContractIssue[];
}

/** The service, or a proxy before it, sent a response the client cannot use: a redirect, HTML, broken or empty JSON, too much. */
export class UnexpectedResponseError extends ParlanceError {
  declare readonly code: UnexpectedResponseCode;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Status of the response. */
  declare readonly status: number;
  /** Request id, null when the response carried none. */
  declare readonly requestId: string | null;
  /** Response headers; not shown when the error is printed. */
  declare readonly headers: Readonly<Record<string, string>>;
  /** Every attempt made. */
  declare readonly attempts: readonly AttemptRecord[];
  /** Where the response differs from the contract; empty for other codes. */
  declare readonly issues: readonly ContractIssue[];
  /** Never retried: the same response would come again. */
  readonly retryable: boolean = false;

  static {
    brandError(this, 'UnexpectedResponseError');
  }

  /**
   * @param code - Why the response cannot be used.
   * @param message - What was found instead.
   * @param facts - The response.
   */
  constructor(code: UnexpectedResponseCode, message: string, facts: UnexpectedResponseFacts) {
    super(code, `${facts.operation}: ${message}`);
    const { headers, ...shown } = facts;
    Object.assign(this, { issues: [] }, shown);
    hide(this, 'headers', headers);
  }
}

/** How a stream that did not complete has ended. */
export type StreamEndReason = 'aborted' | 'truncated' | 'server_error' | 'stalled';

/** What had arrived when a stream ended. */
export interface StreamErrorFacts {
  /** Id of the operation. */
  readonly operation: string;
  /** Request id, null when the response carried none. */
  readonly requestId: string | null;
  /** What has been accumulated; undefined when the stream accumulates nothing or nothing had arrived. */
  readonly partial: unknown;
  /** Usage reported so far; undefined when none was. */
  readonly usage: unknown;
  /** Index, from 0, of the last event handed over; -1 when there was none. */
  readonly lastEventIndex: number;
  /** The specific error. */
  readonly cause: Error;
}

/**
 * A stream that had started (status 200) ended before its last event.
 *
 * @typeParam Partial - What the stream accumulates, for example a message.
 */
export class StreamError<Partial = unknown, Usage = unknown> extends ParlanceError {
  /** How it ended. */
  declare readonly reason: StreamEndReason;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Request id, null when the response carried none. */
  declare readonly requestId: string | null;
  /** What had arrived, for example the partial message; not shown when the error is printed. */
  declare readonly partial: Partial | undefined;
  /** Usage reported so far. */
  declare readonly usage: Usage | undefined;
  /** Index, from 0, of the last event handed over; -1 when there was none. */
  declare readonly lastEventIndex: number;
  /** The specific error. */
  declare readonly cause: Error;
  /** False: after content has arrived a second attempt would repeat it. */
  readonly retryable: boolean = false;

  static {
    brandError(this, 'StreamError');
  }

  /**
   * @param reason - How it ended.
   * @param facts - What had arrived, and the specific error.
   */
  constructor(reason: StreamEndReason, facts: StreamErrorFacts) {
    super(`stream_${reason}`, `${facts.operation}: ${REASON_TEXT[reason]} (${facts.cause.message})`);
    const { partial, cause, ...shown } = facts;
    Object.assign(this, { reason }, shown);
    hide(this, 'partial', partial);
    hide(this, 'cause', cause);
  }
}

const REASON_TEXT: Readonly<Record<StreamEndReason, string>> = {
  aborted: 'the stream was aborted',
  truncated: 'the stream broke off before its last event',
  server_error: 'the service reported an error within the stream',
  stalled: 'the stream fell silent',
};
