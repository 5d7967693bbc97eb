import type { Fault } from '@parlance/testing-fakes';

/** A fault that users can inject from the service page. */
export interface FaultPreset {
  readonly id: string;
  readonly label: string;
  /** What happens when the fault is active. */
  readonly effect: string;
  readonly fault: Fault;
}

const REPLIES = { operation: 'messages.create' };

/** The presets of the service page. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    id: 'busy',
    label: 'Rate limited, twice',
    effect: 'The next two requests return 429. The client waits as requested and retries, so nothing fails.',
    fault: { times: 2, status: 429, headers: { 'retry-after-ms': '400' } },
  },
  {
    id: 'flaky',
    label: 'Overloaded, one in three',
    effect: 'Some requests return 529. Retries hide most of them and use up the retry budget.',
    fault: { probability: 1 / 3, status: 529 },
  },
  {
    id: 'refuse',
    label: 'Reject messages',
    effect:
      'Every message returns 400, which is never retried. The chat shows the error with its request ID.',
    fault: { match: REPLIES, status: 400 },
  },
  {
    id: 'silent',
    label: 'No response',
    effect: 'The service never responds to messages. They fail when the headers deadline passes.',
    fault: { match: REPLIES, stall: true },
  },
  {
    id: 'stall',
    label: 'Stalled stream',
    effect: 'Replies stop after a few words. They fail when the deadline between content events passes.',
    fault: { match: REPLIES, stream: { stall_at_event: 12 } },
  },
  {
    id: 'cut',
    label: 'Drop the next reply',
    effect: 'The connection drops mid-stream. The chat keeps the partial reply and resumes from there.',
    fault: { match: REPLIES, times: 1, stream: { cut_at_event: 12 } },
  },
  {
    id: 'error',
    label: 'Error mid-stream',
    effect: 'Replies start normally, then end with an error event. They are never treated as complete.',
    fault: { match: REPLIES, stream: { error_at_event: 10 } },
  },
  {
    id: 'proxy',
    label: 'HTML from a proxy',
    effect: 'Messages return an HTML page with status 200, which is never treated as data.',
    fault: { match: REPLIES, body: '<html><body>Please sign in</body></html>', content_type: 'text/html' },
  },
  {
    id: 'slow',
    label: 'Slow responses',
    effect: 'Every response takes three seconds longer. Pages show that they are loading; nothing times out.',
    fault: { delay_ms: 3_000 },
  },
  {
    id: 'half',
    label: 'Truncated JSON',
    effect: 'Chat lists end in the middle of their JSON. A partial list is never shown as complete.',
    fault: { match: { operation: 'chats.list' }, truncate_bytes: 200 },
  },
  {
    id: 'download',
    label: 'Interrupted downloads',
    effect:
      'Artifact downloads are cut off. An export retries them, then names those that failed. The rest is saved.',
    fault: { match: { operation: 'artifacts.download' }, stream: { cut_after_bytes: 20 } },
  },
];
