import type { Fault } from '@parlance/testing-fakes';
import { expect } from 'vitest';
import type { ProgramName } from './program.ts';

const ANSWER = 'You said: Naïve café ☕';

interface Row {
  readonly name: ProgramName;
  /** What sets the row apart from others of this name. */
  readonly how?: string;
  readonly faults?: readonly Fault[];
  readonly returns: unknown;
}

/** What a function of the program returns, wherever it runs. */
export interface Expectation {
  readonly name: ProgramName;
  readonly title: string;
  /** Set in the emulator before. */
  readonly faults: readonly Fault[];
  readonly returns: unknown;
}

const ROWS: readonly Row[] = [
  { name: 'plain', returns: { text: ANSWER, status: 200, hasRequestId: true } },
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
      text: ANSWER,
    },
  },
  {
    name: 'streaming',
    how: 'cut into single bytes',
    faults: [{ stream: { split: 1 } }],
    returns: expect.objectContaining({ text: ANSWER }),
  },
  { name: 'listing', returns: { severalPages: true } },
  { name: 'refused', returns: expect.objectContaining({ name: 'AuthenticationError', status: 401 }) },
  {
    name: 'aborted',
    faults: [{ stream: { stall_at_event: 4 } }],
    returns: expect.objectContaining({ name: 'StreamError', reason: 'aborted' }),
  },
  // What had arrived may be lost: `fetch` drops what nobody has read yet when the body fails.
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
    // The beginning: how long its pieces are the emulator draws.
    returns: expect.objectContaining({
      name: 'StreamError',
      reason: 'server_error',
      partialText: expect.stringMatching(/^Y(?!.*☕)/),
    }),
  },
  { name: 'unreachable', returns: expect.objectContaining({ name: 'ConnectionError' }) },
];

/** What each function of the program returns. */
export const EXPECTATIONS: readonly Expectation[] = ROWS.map(({ name, how, faults = [], returns }) => ({
  name,
  title: how === undefined ? name : `${name}, ${how}`,
  faults,
  returns,
}));
