import type { ClientOptions } from './client-options.js';

const MIB = 1_048_576;

/** Ceilings on what is read. */
export interface Ceilings {
  readonly responseBytes: number;
  readonly eventBytes: number;
  readonly errorBytes: number;
}

/** The ceilings of a client, with defaults. */
export function ceilingsOf(options: ClientOptions): Ceilings {
  return {
    responseBytes: options.maxResponseBytes ?? 256 * MIB,
    eventBytes: options.maxEventBytes ?? 16 * MIB,
    errorBytes: options.maxErrorBytes ?? MIB,
  };
}
