import { expect, test } from 'vitest';
import { createRecord } from '../certificates/digest.js';
import { redactContent } from '../index.js';
import type { ArchiveRecord, RecordBodies, RecordKind } from '../index.js';

const later = { bio: 'SECRET field of a later release' };
const user = { id: 'user_1', email_address: 'ines@example.com' };
const chat = {
  id: 'chat_1',
  created_at: '2026-04-01T00:00:00Z',
  updated_at: '2026-04-01T00:00:00Z',
  href: 'https://example.com/chat/chat_1',
  name: 'SECRET name',
  organization_id: 'org_1',
  organization_uuid: '0',
  user: { ...user, ...later },
  ...later,
};
const file = {
  source: 'file',
  name: 'SECRET.txt',
  mime_type: 'text/plain',
  chat_id: 'c',
  message_id: 'm',
  user_id: 'u',
} as const;
const bodies: { readonly [Kind in RecordKind]: RecordBodies[Kind] | undefined } = {
  organization: { uuid: '0', name: 'Acme', created_at: chat.created_at, ...later },
  user: {
    id: 'user_1',
    full_name: 'Ines',
    email: 'ines@example.com',
    created_at: chat.created_at,
    organization_uuid: '0',
    ...later,
  },
  chat,
  presence: { id: 'user_1', subject: 'user', state: 'absent' },
  project: {
    id: 'proj_1',
    name: 'SECRET project',
    created_at: chat.created_at,
    updated_at: chat.updated_at,
    organization_id: 'org_1',
    user: { ...user, ...later },
    is_private: true,
  },
  file: { ...file, id: 'file_1', size_bytes: 1, sha256: 'ab', path: 'files/ab/ab' },
  message: {
    id: 'msg_1',
    chat_id: 'chat_1',
    user_id: 'user_1',
    role: 'assistant',
    created_at: chat.created_at,
    content: [{ type: 'text', text: 'SECRET text' }, { type: 'later', note: 'SECRET block' } as never],
    files: [{ id: 'file_1', filename: 'SECRET.txt', mime_type: 'text/plain' }],
    generated_files: [{ id: 'gen_1', filename: 'SECRET.txt', mime_type: 'text/plain' }],
    artifacts: [{ id: 'art_1', version_id: 'v1', title: 'SECRET title', artifact_type: 'text/html' }],
    ...({ thinking: 'SECRET' } as object),
  },
  activity: {
    type: 'assistant_file_uploaded',
    id: 'activity_1',
    actor: { type: 'vendor_actor', email_address: 'ops@example.com', ...later },
    assistant_file_id: 'file_1',
    filename: 'SECRET.txt',
    ...({ request_body: 'SECRET', comment: 'SECRET' } as object),
  },
  outcome: { id: 'chat_1', subject: 'chat', outcome: 'skipped', request_id: null, listed: chat },
  snapshot: { id: 'chat_1', user_id: 'user_1', chat: '0', contents: null, presence: { state: 'listed' } },
  contents: { chat_id: 'chat_1', blocks: [], messages: [['msg_1', '0']], files: [['file', 'file_1', null]] },
  block: { messages: [['msg_1', '0']] },
};

const records = Object.entries(bodies).flatMap(([kind, body]) =>
  body === undefined ? [] : [createRecord(kind as RecordKind, 'id_1', body) as ArchiveRecord],
);

test.each(records)('drops the text of a record: $kind', (record) => {
  const before = JSON.stringify(record);
  const redacted = redactContent()(record);
  expect(JSON.stringify(record)).toBe(before);
  expect(JSON.stringify(redacted)).not.toContain('SECRET');
  expect(redacted).toMatchObject({ kind: record.kind, id: record.id, digest: record.digest });
});

test('messages without content and activities without an actor are redacted too', () => {
  const message = { ...bodies.message!, content: null } as unknown as RecordBodies['message'];
  const activity = { ...bodies.activity!, actor: null } as unknown as RecordBodies['activity'];
  expect(redactContent()(createRecord('message', 'msg_1', message))?.body).toMatchObject({ content: [] });
  expect(redactContent()(createRecord('activity', 'activity_1', activity))?.body).toMatchObject({
    actor: null,
  });
});

test('keeps the actor of an activity', () => {
  const [redacted] = records.filter(({ kind }) => kind === 'activity').map(redactContent());
  expect(redacted?.body).toMatchObject({ actor: { type: 'vendor_actor', email_address: 'ops@example.com' } });
});

test('keeps ids, times, users and types', () => {
  const [redacted] = records.filter(({ kind }) => kind === 'chat').map(redactContent());
  expect(redacted?.body).toEqual({
    id: 'chat_1',
    created_at: '2026-04-01T00:00:00Z',
    updated_at: '2026-04-01T00:00:00Z',
    href: 'https://example.com/chat/chat_1',
    name: '[redacted]',
    organization_id: 'org_1',
    organization_uuid: '0',
    user,
  });
});
