/** Examples for `@parlance/compliance`. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import {
  ComplianceClient,
  CursorRefusedError,
  type ActivityTailCheckpoint,
  type Checkpoint,
} from '@parlance/compliance';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ seed: 'demo' });
const compliance = new ComplianceClient({
  baseUrl: fake.url,
  complianceKey: fake.keys.compliance,
  http: fake.http(),
});

/** Searches the audit log by type and time. */
export async function searchActivities(): Promise<void> {
  const found: string[] = [];
  // #region Search the audit log
  for await (const activity of compliance.activities.list({
    activity_types: ['assistant_chat_deleted', 'assistant_chat_deletion_failed', 'org_user_deleted'],
    created_at: { gte: '2026-04-01T00:00:00Z', lt: '2026-06-01T00:00:00Z' },
  })) {
    const { actor } = activity;
    const who = actor.type === 'user_actor' ? actor.email_address : actor.type;
    if (activity.type === 'org_user_deleted') found.push(`${who} removed ${activity.deleted_user_email}`);
    else found.push(`${who} ${activity.type}`);
  }
  // #endregion
  assert.equal(found.length, 3);
}

/** Follows the audit log as it grows. */
export async function followActivities(): Promise<void> {
  let saved: ActivityTailCheckpoint | undefined;
  let count = 0;
  // #region Follow the audit log
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
}

/** Resumes a list from a checkpoint. */
export async function resumeWalk(): Promise<void> {
  const { data } = await compliance.organizations.list();
  const users = await compliance.organizations.listUsers(data[0]?.uuid ?? '');
  const user_ids = users.data.slice(0, 10).map((user) => user.id);
  let checkpoint: Checkpoint | null = null;
  // #region Resume a list
  const params = { user_ids, limit: 50 };
  for await (const page of compliance.chats.list(params).pages()) {
    checkpoint = page.checkpoint; // Save it with the params.
    break;
  }
  try {
    for await (const chat of compliance.chats.list(params, { resumeFrom: checkpoint ?? undefined })) {
      console.log(chat.created_at, chat.name);
    }
  } catch (error) {
    // The cursor expired. The error carries the filters and the checkpoint of the last page that was accepted.
    if (error instanceof CursorRefusedError) console.error(error.filters, error.checkpoint);
    else throw error;
  }
  // #endregion
  assert.notEqual(checkpoint, null);
}
