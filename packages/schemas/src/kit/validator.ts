/** Validates requests, responses and stream events against the contract. */
import type { ContractIssue } from './issue.js';
import type { Naming } from './naming.js';
import type { Operation } from './operation.js';

/** What a validator does with a request that does not match the contract. */
export type RequestMode = 'off' | 'throw';

/** What a validator does with a response that does not match the contract. */
export type ResponseMode = 'off' | 'observe' | 'throw';

/** A response or stream event that does not match the contract, passed to `onDrift`. */
export interface Drift {
  /** Id of the operation, for example `messages.create`. */
  readonly operation: string;
  /** The part that differs. */
  readonly part: 'response' | 'event';
  /** The differences. They never contain values. */
  readonly issues: readonly ContractIssue[];
  /** Request id; null if the response did not include one. */
  readonly requestId: string | null;
}

/** The parts of a request that a validator checks. */
export interface RequestParts {
  /** Query parameters before serialization. */
  readonly query?: unknown;
  /** Request body before serialization. */
  readonly body?: unknown;
}

/**
 * Validates the requests and responses of a client. Create one with `validator()` from
 * `@parlance/schemas/validation`. It is a separate entry, so that clients without validation do not load zod.
 */
export interface Validator {
  /** What to do with a request that does not match the contract. */
  readonly requests: RequestMode;
  /** What to do with a response that does not match the contract. */
  readonly responses: ResponseMode;
  /** Called with the differences in a response or event if `responses` is `observe`. */
  readonly onDrift?: ((drift: Drift) => void) | undefined;
  /**
   * Returns the issues of a request; an empty array if it matches the contract.
   *
   * @param naming - Names of the deployment, for rules about keys in user-defined maps. Default: the documented
   * names.
   */
  checkRequest(operation: Operation, parts: RequestParts, naming?: Naming): readonly ContractIssue[];
  /** Returns the differences between a JSON response and the contract. */
  checkResponse(operation: Operation, response: unknown): readonly ContractIssue[];
  /** Returns the differences between a stream event and the contract. */
  checkEvent(operation: Operation, event: unknown): readonly ContractIssue[];
}
