import type { Clock } from '../clock.js';
import type { ClientOptions, Credential } from './client-options.js';

/** Options of a client together with its key. */
export type TransportOptions = ClientOptions & {
  readonly apiKey?: Credential | undefined;
  readonly adminKey?: Credential | undefined;
  readonly complianceKey?: Credential | undefined;
};

/** What tests replace. */
export interface TransportInternals {
  /** Time. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 to less than 1. */
  readonly random?: (() => number) | undefined;
}
