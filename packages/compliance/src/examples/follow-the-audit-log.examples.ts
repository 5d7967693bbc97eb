/* Follows the audit log as it grows. */
import assert from 'node:assert/strict';
// #region Follow the audit log
import { ComplianceClient, type ActivityTailCheckpoint } from '@parlance/compliance';

const compliance = new ComplianceClient();
let saved: ActivityTailCheckpoint | undefined; // Load it from your database.
let count = 0;

const tail = compliance.activities.tail(
  { activity_types: ['assistant_chat_viewed', 'assistant_chat_updated'] },
  {
    resumeFrom: saved ?? '2026-05-26T00:00:00Z',
    onCaughtUp: () => console.log('caught up'),
    onWaiting: ({ error, waitMs }) => console.warn(`${error.message}, trying again in ${waitMs} ms`),
  },
);
for await (const activity of tail) {
  console.log(activity.created_at, activity.type);
  // Plain JSON: another process can resume from it without losing or repeating an activity.
  saved = tail.checkpoint;
  if ((count += 1) === 3) break;
}
// #endregion

assert.equal(saved?.operation, 'activities.tail');
