/** A program of 30 lines with the audit log, whose 310 activity types are a type each. */
import { ComplianceClient } from '@parlance/compliance';

const compliance = new ComplianceClient({ baseUrl: 'https://api.example.com', complianceKey: 'key' });

/** Lists removed users and deleted chats. */
export async function removals(since: string): Promise<string[]> {
  const found: string[] = [];
  for await (const activity of compliance.activities.list({
    activity_types: ['org_user_deleted', 'assistant_chat_deleted'],
    created_at: { gte: since },
  })) {
    const { actor, created_at } = activity;
    const who = actor.type === 'user_actor' ? actor.email_address : actor.type;
    switch (activity.type) {
      case 'org_user_deleted':
        found.push(`${created_at} ${who} removed ${activity.deleted_user_email}`);
        break;
      case 'assistant_chat_deleted':
        found.push(`${created_at} ${who} deleted ${activity.assistant_chat_id}`);
        break;
      default:
        found.push(`${created_at} ${who} ${activity.type}`);
    }
  }
  return found;
}
