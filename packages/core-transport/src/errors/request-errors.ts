/** Errors of calls that did not get a complete response. */
import type { Checkpoint, ContractIssue } from '@parlance/schemas/kit';
import { hide, ParlanceError } from './parlance-error.js';

export { ConfigError } from '@parlance/schemas/kit';

/** One attempt of a call, as listed in the `attempts` of an error. */
export interface AttemptRecord {
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Code of the attempt's error. */
  readonly code: string;
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
  /** Duration of the attempt, in milliseconds. */
  readonly durationMs: number;
  /** Wait before the next attempt, in milliseconds; null for the last one. */
  readonly waitMs: number | null;
}

/** The parameters of a call do not match the contract. Nothing was sent. */
export class InvalidParamsError extends ParlanceError {
  /** All issues with path and rule. Values are never included. */
  readonly issues: readonly ContractIssue[];
  /** Id of the operation. */
  readonly operation: string;

  /** Name of the class. */
  override get name(): string {
    return 'InvalidParamsError';
  }

  /**
   * @param operation - Id of the operation.
   * @param issues - All issues found.
   */
  constructor(operation: string, issues: readonly ContractIssue[]) {
    const first = issues[0];
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
    super('invalid_params', `${operation}: ${first?.path ?? ''}: ${first?.message ?? 'invalid'}${more}`);
    this.operation = operation;
    this.issues = issues;
  }
}

/** Facts about the call behind an error. */
export interface CallFacts {
  /** Id of the operation. */
  readonly operation: string;
  /** All attempts so far, including the failed one. */
  readonly attempts: readonly AttemptRecord[];
  /** Request id; null if the response headers had not arrived, or did not include one. */
  readonly requestId: string | null;
}

/** Facts about a failed connection. */
export interface ConnectionFacts extends CallFacts {
  /** False only if it is certain that nothing reached the server. */
  readonly sent: boolean;
  /** Addresses that refused the connection or did not respond, or the host name that could not be resolved. */
  readonly address?: string | undefined;
  /** Status with which a proxy rejected the connection. */
  readonly proxyStatus?: number | undefined;
  /** The failure, in a form that is safe to show. */
  readonly cause?: Error | undefined;
}

/** The connection failed before the response was complete: DNS, TLS, connection refused, reset or closed. */
export class ConnectionError extends ParlanceError {
  /** Id of the operation. */
  declare readonly operation: string;
  /** All attempts of the call. */
  declare attempts: readonly AttemptRecord[];
  /** Request id; null if the connection failed before the response headers. */
  declare readonly requestId: string | null;
  /** False only if it is certain that nothing reached the server. */
  declare readonly sent: boolean;
  /** Addresses that refused the connection or did not respond, or the host name that could not be resolved. */
  declare readonly address?: string | undefined;
  /** Status with which a proxy rejected the connection. Absent for other failures. */
  declare readonly proxyStatus?: number | undefined;
  /** Whether the request is safe to send again, according to the operation and what was sent. */
  retryable = false;
  /**
   * True if the request creates, changes or deletes something and may have taken effect. Check before you repeat it.
   */
  maybeApplied = false;

  /** Name of the class. */
  override get name(): string {
    return 'ConnectionError';
  }

  /**
   * @param code - Code of the failure, for example `ECONNRESET`.
   * @param message - Describes the failure.
   * @param facts - See {@link ConnectionFacts}.
   */
  constructor(code: string, message: string, facts: ConnectionFacts) {
    super(code, message, facts.cause === undefined ? undefined : { cause: facts.cause });
    const { cause: _cause, address, proxyStatus, ...call } = facts;
    Object.assign(
      this,
      call,
      address !== undefined && { address },
      proxyStatus !== undefined && { proxyStatus },
    );
  }
}

/** The phase of a call that a deadline applies to. */
export type DeadlinePhase =
  | 'key'
  | 'queue'
  | 'connect'
  | 'sendGap'
  | 'headers'
  | 'body'
  | 'firstContent'
  | 'contentGap'
  | 'silence'
  | 'consumer'
  | 'total';

/**
 * A deadline passed. The code is `timeout_` followed by the phase in snake case, for example `timeout_first_content`.
 */
export class TimeoutError extends ConnectionError {
  /** Which deadline passed. */
  readonly phase: DeadlinePhase;
  /** The deadline, in milliseconds. */
  readonly timeoutMs: number;

  /** Name of the class. */
  override get name(): string {
    return 'TimeoutError';
  }

  /**
   * @param phase - Which deadline passed.
   * @param timeoutMs - The deadline.
   * @param facts - The call, and whether anything was sent.
   */
  constructor(phase: DeadlinePhase, timeoutMs: number, facts: CallFacts & { readonly sent: boolean }) {
    const code = `timeout_${phase.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    super(code, `${facts.operation}: no ${PHASE_TEXT[phase]} within ${timeoutMs} ms`, facts);
    this.phase = phase;
    this.timeoutMs = timeoutMs;
  }
}

const PHASE_TEXT: Readonly<Record<DeadlinePhase, string>> = {
  key: 'key',
  queue: 'free connection',
  connect: 'connection',
  sendGap: 'progress in sending the request',
  headers: 'response headers',
  body: 'complete response body',
  firstContent: 'first content event',
  contentGap: 'further content event',
  silence: 'byte',
  consumer: 'read by the consumer',
  total: 'result',
};

/** The call was aborted by its `signal`, or because the client was closed. */
export class AbortedError extends ParlanceError {
  /** Id of the operation. */
  declare readonly operation: string;
  /** The reason passed to `abort()`. Omitted when the error is printed. */
  declare readonly reason: unknown;
  /** Request id; null if the response headers had not arrived. */
  declare readonly requestId: string | null;
  /** All attempts of the call. */
  declare readonly attempts: readonly AttemptRecord[];

  /** Name of the class. */
  override get name(): string {
    return 'AbortedError';
  }

  /**
   * @param facts - The call.
   * @param reason - The reason passed to `abort()`.
   */
  constructor(facts: CallFacts, reason: unknown) {
    const isClosed = ParlanceError.is(reason) && reason.code === 'client_closed';
    super('aborted', `${facts.operation}: ${isClosed ? reason.message : 'aborted by the caller'}`);
    Object.assign(this, facts);
    hide(this, 'reason', reason);
    hide(this, 'cause', reason);
  }
}

/** A list cannot continue: the service repeated a cursor, or reported more items without a cursor. */
export class PagingError extends ParlanceError {
  /** Checkpoint to resume from; null resumes from the start of the list. */
  declare readonly checkpoint: Checkpoint | null;
  /** Id of the operation. */
  declare readonly operation: string;
  /** Request id of the last page; null if the response did not include one. */
  declare readonly requestId: string | null;

  /** Name of the class. */
  override get name(): string {
    return 'PagingError';
  }

  /**
   * @param message - Describes the problem.
   * @param facts - The list and its checkpoint.
   */
  constructor(
    message: string,
    facts: Pick<CallFacts, 'operation' | 'requestId'> & { readonly checkpoint: Checkpoint | null },
  ) {
    super('paging', `${facts.operation}: ${message}`);
    Object.assign(this, facts);
  }
}
