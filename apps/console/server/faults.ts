import type { Fault } from '@parlance/testing-fakes';

/** A fault that a visitor can switch on. */
export interface FaultPreset {
  readonly id: string;
  readonly label: string;
  /** What the visitor will see. */
  readonly effect: string;
  readonly fault: Fault;
}

const REPLIES = { operation: 'messages.create' };

/** The faults of the service page. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    id: 'busy',
    label: 'Busy, twice',
    effect: 'The next two requests get 429. The client waits as told and tries again; nobody notices.',
    fault: { times: 2, status: 429, headers: { 'retry-after-ms': '400' } },
  },
  {
    id: 'flaky',
    label: 'Overloaded, one time in three',
    effect: 'Some requests get 529. Retries hide most of it, and the budget goes down.',
    fault: { probability: 1 / 3, status: 529 },
  },
  {
    id: 'refuse',
    label: 'Refuse replies',
    effect: 'Every message gets 400, which is never tried again: the chat shows why, with the request id.',
    fault: { match: REPLIES, status: 400 },
  },
  {
    id: 'silent',
    label: 'Never answer',
    effect: 'Messages get no answer at all until the deadline for the response headers passes.',
    fault: { match: REPLIES, stall: true },
  },
  {
    id: 'stall',
    label: 'Stall in the middle',
    effect: 'Replies stop after some words. The deadline between content events ends the wait.',
    fault: { match: REPLIES, stream: { stall_at_event: 12 } },
  },
  {
    id: 'cut',
    label: 'Cut the next reply',
    effect: 'The connection breaks in the middle. The chat keeps what it has and goes on from there.',
    fault: { match: REPLIES, times: 1, stream: { cut_at_event: 12 } },
  },
  {
    id: 'error',
    label: 'An error inside the stream',
    effect: 'A reply that began well ends with an error event, which never looks like an end.',
    fault: { match: REPLIES, stream: { error_at_event: 10 } },
  },
  {
    id: 'proxy',
    label: 'A proxy’s error page',
    effect: 'Answers are HTML with status 200. They are never taken for data.',
    fault: { match: REPLIES, body: '<html><body>Please sign in</body></html>', content_type: 'text/html' },
  },
  {
    id: 'slow',
    label: 'Slow',
    effect: 'Every answer takes three seconds more. Pages say that they wait; no deadline passes.',
    fault: { delay_ms: 3_000 },
  },
  {
    id: 'half',
    label: 'Half an answer',
    effect: 'Lists of chats end in the middle of their JSON. Half a list is never shown as a whole one.',
    fault: { match: { operation: 'chats.list' }, truncate_bytes: 200 },
  },
  {
    id: 'download',
    label: 'Cut downloads',
    effect:
      'Artifacts break off. An export asks for each again, then stops there, says so, and loses nothing.',
    fault: { match: { operation: 'artifacts.download' }, stream: { cut_after_bytes: 20 } },
  },
];
