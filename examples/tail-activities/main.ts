import { ComplianceClient } from '@parlance/compliance';

const client = new ComplianceClient();
const tail = client.activities.tail(
  { activity_types: ['assistant_chat_viewed', 'assistant_chat_updated', 'assistant_chat_deleted'] },
  {
    resumeFrom: '2026-05-01T00:00:00Z',
    onWaiting: ({ error, waitMs }) => console.warn(`${error.message}: trying again in ${waitMs} ms`),
  },
);
let count = 0;
for await (const { created_at, type, actor } of tail) {
  console.log(created_at, type, actor.type === 'user_actor' ? actor.email_address : actor.type);
  // JSON.stringify(tail.checkpoint) is what another process resumes from.
  if ((count += 1) === 5) break;
}
