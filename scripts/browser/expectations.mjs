import { expect } from 'vitest';

const ANSWER = 'You said: Naïve café ☕';

/**
 * What each function of the program has to give, wherever it runs; `faults` are set in the emulator before.
 */
export const EXPECTATIONS = [
  { name: 'plain', gives: { text: ANSWER, status: 200, hasRequestId: true } },
  {
    name: 'streaming',
    gives: {
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
    gives: expect.objectContaining({ text: ANSWER }),
  },
  { name: 'listing', gives: { severalPages: true } },
  { name: 'refused', gives: expect.objectContaining({ name: 'AuthenticationError', status: 401 }) },
  {
    name: 'aborted',
    faults: [{ stream: { stall_at_event: 4 } }],
    gives: expect.objectContaining({ name: 'StreamError', ending: 'aborted' }),
  },
  // What had arrived may be lost: `fetch` drops what nobody has read yet when the body fails.
  ...['fin', 'rst'].map((how) => ({
    name: 'cut',
    how,
    faults: [{ stream: { cut_at_event: 4, cut: how } }],
    gives: expect.objectContaining({ name: 'StreamError', ending: 'truncated' }),
  })),
  {
    name: 'cut',
    how: 'by an error event',
    faults: [{ stream: { error_at_event: 4 } }],
    // The beginning: how long its pieces are the emulator draws.
    gives: expect.objectContaining({
      name: 'StreamError',
      ending: 'server_error',
      partialText: expect.stringMatching(/^Y(?!.*☕)/),
    }),
  },
  { name: 'unreachable', gives: expect.objectContaining({ name: 'ConnectionError' }) },
].map((row) => ({ faults: [], title: [row.name, row.how].filter(Boolean).join(', '), ...row }));
