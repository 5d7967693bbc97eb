/** The batches, and how long their limits take at least. */
import { bucket, windows } from './limits.ts';
import type { Limit } from './limited-server.ts';

/** Calls under a limit. */
export interface Batch {
  readonly title: string;
  readonly calls: number;
  /** Calls at a time. */
  readonly atOnce: number;
  /** Creates the limit, in its initial state. */
  readonly limit: () => Limit;
  /** How long the calls take at the rate of the limit, in milliseconds. */
  readonly ownMs: number;
}

/** Minutes are scaled to this, so that the batches end soon. */
export const MINUTE_MS = 6000;

/** Windows drawn at random once, so that each run and each library has the same ones. */
const DRAWN: readonly (readonly [requests: number, windowMs: number])[] = [
  [23, 310],
  [37, 870],
  [61, 540],
  [94, 1290],
];

export const batches: readonly Batch[] = [
  windowed(40, 500),
  ...DRAWN.map(([requests, windowMs]) => windowed(requests, windowMs)),
  {
    title: '200 calls, 80 at once; 120 requests per minute, reported in headers',
    calls: 200,
    atOnce: 80,
    limit: () => bucket('requests', 120, MINUTE_MS),
    ownMs: ((200 - 120) / 120) * MINUTE_MS,
  },
  {
    title: '200 calls, 80 at once; 1,440 input tokens per minute (12 per call), reported in headers',
    calls: 200,
    atOnce: 80,
    limit: () => bucket('input_tokens', 1440, MINUTE_MS),
    ownMs: ((200 * 12 - 1440) / 1440) * MINUTE_MS,
  },
];

/** 400 calls in windows. The last window is part of the time, as is usual for a rate. */
function windowed(requests: number, windowMs: number): Batch {
  return {
    title: `400 calls, 80 at once; ${requests} requests per ${windowMs} ms`,
    calls: 400,
    atOnce: 80,
    limit: () => windows(requests, windowMs),
    ownMs: (400 / requests) * windowMs,
  };
}
