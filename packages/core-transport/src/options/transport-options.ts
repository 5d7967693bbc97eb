import type { Clock } from '../clock.js';
import type { ClientOptions, Credential } from './client-options.js';

/** Options of a client together with its key. */
export type TransportOptions = ClientOptions & {
  readonly apiKey?: Credential | undefined;
  readonly adminKey?: Credential | undefined;
  readonly complianceKey?: Credential | undefined;
};

/** Dependencies that tests replace. */
export interface TransportInternals {
  /** Source of time. */
  readonly clock?: Clock | undefined;
  /** Returns random numbers from 0 to less than 1. */
  readonly random?: (() => number) | undefined;
}
