/** Errors of a request that never got a response. */
import type { ContractIssue } from '@parlance/schemas/kit';
import type { Checkpoint } from '../paging/page.js';
import type { AttemptRecord } from '../pipeline/attempt-record.js';
import { brandError, hide, ParlanceError } from './parlance-error.js';

/** An option of a client or of a call is missing or wrong. Thrown at construction for options of a client. */
export class ConfigError extends ParlanceError {
  /** Name of the option, for example `timeouts.connectMs`. */
  readonly option: string;

  static {
    brandError(this, 'ConfigError');
  }

  /**
   * @param option - Name of the option.
   * @param message - Describes the problem; starts with the option's name.
   * @param options - The cause, which must be safe to show.
   */
  constructor(option: string, message: string, options?: ErrorOptions) {
    super('invalid_option', message, options);
    this.option = option;
  }
}

/** The parameters of a call break the contract; nothing was sent. */
export class InvalidParamsError extends ParlanceError {
  /** Every problem, with path and rule; values are never included. */
  readonly issues: readonly ContractIssue[];
  /** Id of the operation. */
  readonly operation: string;

  static {
    brandError(this, 'InvalidParamsError');
  }

  /**
   * @param operation - Id of the operation.
   * @param issues - Every problem found.
   */
  constructor(operation: string, issues: readonly ContractIssue[]) {
    const first = issues[0];
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
    super('invalid_params', `${operation}: ${first?.path ?? ''}: ${first?.message ?? 'invalid'}${more}`);
    this.operation = operation;
    this.issues = issues;
  }
}

/** The call behind an error that has no error response. */
export interface CallFacts {
  /** Id of the operation. */
  readonly operation: string;
  /** Attempts made so far, the failed one included. */
  readonly attempts: readonly AttemptRecord[];
  /** Request id, when the response headers had arrived. */
  readonly requestId: string | null;
}

/** No response arrived, or it broke off: refused, reset, cut, not resolved, TLS failure. */
export class ConnectionError extends ParlanceError {
  /** Id of the operation. */
  declare readonly operation: string;
  /** Every attempt made. */
  declare attempts: readonly AttemptRecord[];
  /** Request id, null when the failure came before the response headers. */
  declare readonly requestId: string | null;
  /** False only when it is certain that nothing reached the server. */
  declare readonly sent: boolean;
  /** Whether the transport, by the rules of the operation, would send the request again. */
  retryable = false;
  /** True when a delete or update was retried and the earlier attempt may have taken effect. */
  maybeApplied = false;

  static {
    brandError(this, 'ConnectionError');
  }

  /**
   * @param code - Code of the failure, for example `ECONNRESET`.
   * @param message - What happened.
   * @param facts - The call, whether something was sent, and a cause that is safe to show.
   */
  constructor(
    code: string,
    message: string,
    facts: CallFacts & { readonly sent: boolean; readonly cause?: Error | undefined },
  ) {
    super(code, message, facts.cause === undefined ? undefined : { cause: facts.cause });
    const { cause: _cause, ...shown } = facts;
    Object.assign(this, shown);
  }
}

/** What a deadline can guard. */
export type DeadlinePhase =
  'connect' | 'headers' | 'body' | 'firstContent' | 'contentGap' | 'silence' | 'total';

/** A deadline passed. The code is `timeout_` and the phase in snake case, for example `timeout_first_content`. */
export class TimeoutError extends ConnectionError {
  /** Which deadline passed. */
  readonly phase: DeadlinePhase;
  /** The deadline, in milliseconds. */
  readonly timeoutMs: number;

  static {
    brandError(this, 'TimeoutError');
  }

  /**
   * @param phase - Which deadline passed.
   * @param timeoutMs - The deadline.
   * @param facts - The call, and whether something was sent.
   */
  constructor(phase: DeadlinePhase, timeoutMs: number, facts: CallFacts & { readonly sent: boolean }) {
    const code = `timeout_${phase.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    super(code, `${facts.operation}: no ${PHASE_TEXT[phase]} within ${timeoutMs} ms`, facts);
    this.phase = phase;
    this.timeoutMs = timeoutMs;
  }
}

const PHASE_TEXT: Readonly<Record<DeadlinePhase, string>> = {
  connect: 'connection',
  headers: 'response headers',
  body: 'complete response body',
  firstContent: 'first content event',
  contentGap: 'further content event',
  silence: 'byte',
  total: 'result',
};

/** The caller's AbortSignal fired, or the client was closed. */
export class AbortedError extends ParlanceError {
  /** Id of the operation. */
  declare readonly operation: string;
  /** The reason that the caller passed to `abort()`; not shown when the error is printed. */
  declare readonly reason: unknown;
  /** Request id, null when the response headers had not arrived. */
  declare readonly requestId: string | null;
  /** Every attempt made. */
  declare readonly attempts: readonly AttemptRecord[];

  static {
    brandError(this, 'AbortedError');
  }

  /**
   * @param facts - The call.
   * @param reason - The caller's reason.
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
  /** Request id of the last page; null when it had none. */
  declare readonly requestId: string | null;

  static {
    brandError(this, 'PagingError');
  }

  /**
   * @param message - What happened.
   * @param facts - The list and its checkpoint.
   */
  constructor(
    message: string,
    facts: {
      readonly operation: string;
      readonly requestId: string | null;
      readonly checkpoint: Checkpoint | null;
    },
  ) {
    super('paging', `${facts.operation}: ${message}`);
    Object.assign(this, facts);
  }
}
