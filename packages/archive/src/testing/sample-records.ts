/** Records for tests. */
import { createRecord, sha256 } from '../certificates/digest.js';
import { contentPath } from '../certificates/sealed-file.js';
import type { RecordOf } from '../records/archive-record.js';

/** The organization of the records. */
export const SAMPLE_ORGANIZATION = '00000000-0000-4000-8000-000000000001';

/** Returns a chat. Its user is `user_<user>`. */
export function chatRecord(number: number, changes: { user?: string; name?: string } = {}): RecordOf<'chat'> {
  const id = `assistant_chat_${number}`;
  const user = changes.user ?? '1';
  return createRecord('chat', id, {
    id,
    name: changes.name ?? `Chat ${number}`,
    created_at: '2026-04-01T10:00:00Z',
    updated_at: '2026-04-01T10:00:00Z',
    href: `https://example.com/chat/${number}`,
    organization_id: 'org_1',
    organization_uuid: SAMPLE_ORGANIZATION,
    project_id: null,
    user: { id: `user_${user}`, email_address: `user${user}@example.com` },
  });
}

/** Returns a message of {@link chatRecord}. */
export function messageRecord(
  chat: number,
  number: number,
  changes: { text?: string; user?: string; created_at?: string } = {},
): RecordOf<'message'> {
  const id = `assistant_chat_msg_${chat}_${number}`;
  return createRecord('message', id, {
    id,
    role: number % 2 === 0 ? 'assistant' : 'user',
    created_at: changes.created_at ?? '2026-04-01T10:00:01Z',
    content: [{ type: 'text', text: changes.text ?? `Message ${number} of chat ${chat}` }],
    chat_id: `assistant_chat_${chat}`,
    user_id: `user_${changes.user ?? '1'}`,
  });
}

/** Returns an activity at a time. */
export function activityRecord(number: number, created_at: string): RecordOf<'activity'> {
  const id = `activity_${number}`;
  return createRecord('activity', id, {
    id,
    type: 'assistant_chat_created',
    created_at,
    actor: { type: 'user_actor', user_id: 'user_1', email_address: 'user1@example.com' },
    organization_id: 'org_1',
    assistant_chat_id: `assistant_chat_${number}`,
  } as RecordOf<'activity'>['body']);
}

/** Returns a file with content, uploaded to {@link messageRecord}. */
export function fileRecord(number: number, content: string): RecordOf<'file'> {
  const digest = sha256(content);
  const id = `assistant_file_${number}`;
  return createRecord('file', id, {
    id,
    source: 'file',
    name: `file ${number}.txt`,
    mime_type: 'text/plain',
    chat_id: 'assistant_chat_1',
    message_id: 'assistant_chat_msg_1_1',
    user_id: 'user_1',
    size_bytes: Buffer.byteLength(content),
    sha256: digest,
    path: contentPath(digest),
  });
}
