import type { ClientOptions } from './client-options.js';

const MIB = 1_048_576;

/** Size limits for responses. */
export interface Ceilings {
  readonly responseBytes: number;
  readonly eventBytes: number;
  readonly errorBytes: number;
}

/** Returns the size limits of a client, with defaults applied. */
export function ceilingsOf(options: ClientOptions): Ceilings {
  return {
    responseBytes: options.maxResponseBytes ?? 256 * MIB,
    eventBytes: options.maxEventBytes ?? 16 * MIB,
    errorBytes: options.maxErrorBytes ?? MIB,
  };
}
