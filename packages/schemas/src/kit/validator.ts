/** Checks requests, responses and stream events against the contract. */
import type { ContractIssue } from './issue.js';
import type { Operation } from './operation.js';

/** What a validator does with a request that breaks the contract. */
export type RequestMode = 'off' | 'throw';

/** What a validator does with a response that differs from the contract. */
export type ResponseMode = 'off' | 'observe' | 'throw';

/** A response or stream event that differs from the contract. */
export interface Drift {
  /** Id of the operation, for example `messages.create`. */
  readonly operation: string;
  /** Which part differs. */
  readonly part: 'response' | 'event';
  /** The differences; they never hold values. */
  readonly issues: readonly ContractIssue[];
  /** Request id of the response, null when it has none. */
  readonly requestId: string | null;
}

/** Parts of a request as a validator sees them. */
export interface RequestParts {
  /** Query parameters, typed, before they are written into the URL. */
  readonly query?: unknown;
  /** Body before serialization. */
  readonly body?: unknown;
}

/**
 * Checks what a client sends and receives. Made by `validator()` of `@parlance/schemas/validation`; a client without
 * one loads no validation library.
 */
export interface Validator {
  /** What to do with a request that breaks the contract. */
  readonly requests: RequestMode;
  /** What to do with a response that differs. */
  readonly responses: ResponseMode;
  /** Hears of every difference found in a response or event while `responses` is `observe`. */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
  /** Gives the ways in which a request breaks the contract; empty when there are none. */
  checkRequest(operation: Operation, parts: RequestParts): readonly ContractIssue[];
  /** Gives the ways in which a JSON response differs from the contract. */
  checkResponse(operation: Operation, response: unknown): readonly ContractIssue[];
  /** Gives the ways in which a stream event differs from the contract. */
  checkEvent(operation: Operation, event: unknown): readonly ContractIssue[];
}
