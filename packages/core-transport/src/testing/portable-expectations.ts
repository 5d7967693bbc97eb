import type { Fault } from '@parlance/testing-fakes';
import { expect } from 'vitest';
import type { ProgramName } from './portable-program.ts';

const REPLY = 'You said: Naïve café ☕';

interface Row {
  readonly name: ProgramName;
  /** Distinguishes rows with the same name. */
  readonly how?: string;
  readonly faults?: readonly Fault[];
  readonly returns: unknown;
}

/** The expected result of a function of the program, in every runtime. */
export interface Expectation {
  readonly name: ProgramName;
  readonly title: string;
  /** Faults to set in the emulator first. */
  readonly faults: readonly Fault[];
  readonly returns: unknown;
}

const ROWS: readonly Row[] = [
  { name: 'plain', returns: { text: REPLY, status: 200, hasRequestId: true } },
  {
    name: 'streaming',
    returns: {
      types: [
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ],
      text: REPLY,
    },
  },
  {
    name: 'streaming',
    how: 'cut into single bytes',
    faults: [{ stream: { split: 1 } }],
    returns: expect.objectContaining({ text: REPLY }),
  },
  { name: 'listing', returns: { severalPages: true } },
  { name: 'rejected', returns: expect.objectContaining({ name: 'AuthenticationError', status: 401 }) },
  {
    name: 'aborted',
    faults: [{ stream: { stall_at_event: 4 } }],
    returns: expect.objectContaining({ name: 'StreamError', reason: 'aborted' }),
  },
  // Received data may be lost: when a body fails, `fetch` discards what has not been read.
  ...(['fin', 'rst'] as const).map((how) => ({
    name: 'cut' as const,
    how,
    faults: [{ stream: { cut_at_event: 4, cut: how } }],
    returns: expect.objectContaining({ name: 'StreamError', reason: 'truncated' }),
  })),
  {
    name: 'cut',
    how: 'by an error event',
    faults: [{ stream: { error_at_event: 4 } }],
    // Only the start, because the emulator chooses random lengths for the fragments.
    returns: expect.objectContaining({
      name: 'StreamError',
      reason: 'server_error',
      partialText: expect.stringMatching(/^Y(?!.*☕)/),
    }),
  },
  { name: 'unreachable', returns: expect.objectContaining({ name: 'ConnectionError' }) },
];

/** The expected results of all functions of the program. */
export const EXPECTATIONS: readonly Expectation[] = ROWS.map(({ name, how, faults = [], returns }) => ({
  name,
  title: how === undefined ? name : `${name}, ${how}`,
  faults,
  returns,
}));
