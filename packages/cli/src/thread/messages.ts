/** What a command in a thread and the thread that started it send to each other. */

import type { StopSignal } from '../terminal/interrupt.js';

/** Names of the streams. */
export type StreamName = 'stdout' | 'stderr';

/** What a thread needs to know of a stream. */
export interface StreamFacts {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  /** Bits for the color of a character; 1 without colors. */
  readonly colorDepth: number;
}

/** What the command starts with, in `workerData`. */
export interface ThreadStart extends Readonly<Record<StreamName, StreamFacts>> {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** From the thread. */
export type FromThread =
  | { readonly type: 'print'; readonly stream: StreamName; readonly text: string }
  | { readonly type: 'end'; readonly exitCode: number };

/** To the thread. */
export type ToThread =
  | { readonly type: 'signal'; readonly signal: StopSignal }
  /** The stream accepts more. */
  | { readonly type: 'printed'; readonly stream: StreamName }
  /** The reader of the stream has closed it. */
  | { readonly type: 'closed'; readonly stream: StreamName };
