/** Checks requests, responses and stream events against the contract. */
import type { ContractIssue } from './issue.js';
import type { Naming } from './naming.js';
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
 * Checks what a client sends and receives. Created by `validator()` of `@parlance/schemas/validation`; a client without
 * one loads no validation library.
 */
export interface Validator {
  /** What to do with a request that breaks the contract. */
  readonly requests: RequestMode;
  /** What to do with a response that differs. */
  readonly responses: ResponseMode;
  /** Called with every difference found in a response or event when `responses` is `observe`. */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
  /**
   * Returns the issues of a request; empty when it matches the contract.
   *
   * @param naming - The deployment's real names, for rules about the user's own keys. Default the documents' words.
   */
  checkRequest(operation: Operation, parts: RequestParts, naming?: Naming): readonly ContractIssue[];
  /** Returns the differences between a JSON response and the contract. */
  checkResponse(operation: Operation, response: unknown): readonly ContractIssue[];
  /** Returns the differences between a stream event and the contract. */
  checkEvent(operation: Operation, event: unknown): readonly ContractIssue[];
}
