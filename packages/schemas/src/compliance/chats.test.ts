import { describe, expect, test } from 'vitest';
import { check } from '../kit/check.js';
import {
  ChatListParamsSchema,
  ChatMessageListParamsSchema,
  ChatSchema,
  ChatWithMessagesSchema,
  DeletedChatSchema,
} from './schemas.js';

const user_ids = ['user_01'];
const chat = {
  id: 'assistant_chat_01',
  created_at: '2026-03-02T09:00:00Z',
  href: 'https://example.com/chat/01',
  model: null,
  name: 'Quarterly figures',
  organization_id: 'org_01',
  organization_uuid: '0b9d4f5e-7a54-4c39-9d52-0a0d6f7c1a11',
  project_id: null,
  updated_at: '2026-03-02T09:10:00Z',
  user: { id: 'user_01', email_address: 'ines@example.com' },
};

describe('the query of chats', () => {
  test.each([
    [{}, 'user_ids', 'CMP-021'],
    [{ user_ids: 'user_01' }, 'user_ids', 'CMP-021'],
    [{ user_ids: [] }, 'user_ids', 'CMP-022'],
    [{ user_ids: Array.from({ length: 11 }, (_, i) => `user_${i}`) }, 'user_ids', 'CMP-022'],
    [{ user_ids, limit: 0 }, 'limit', 'CMP-031'],
    [{ user_ids, limit: 1001 }, 'limit', 'CMP-031'],
    [{ user_ids, created_at: { gte: '2026-03-02' } }, 'created_at.gte', 'CMP-029'],
    [{ user_ids, updated_at: { lt: 'noon' } }, 'updated_at.lt', 'CMP-029'],
    [{ user_ids, created_at: '2026-03-02T09:00:00Z' }, 'created_at', 'CMP-027'],
    [{ user_ids, after_id: 'a', before_id: 'b' }, 'before_id', 'GEN-016'],
    [{ user_ids, organization_ids: 'org_01' }, 'organization_ids', 'CMP-032'],
    [{ user_ids, project_ids: 'p' }, 'project_ids', 'CMP-033'],
    [{ user_ids, order: 'asc' }, 'order', 'GEN-004'],
  ])('%j is rejected at %s by %s', (query, path, rule) => {
    expect(check(ChatListParamsSchema, query)).toMatchObject([{ path, rule }]);
  });

  test('accepts 10 users and a limit of 1000', () => {
    const ten = Array.from({ length: 10 }, (_, i) => `user_${i}`);
    expect(check(ChatListParamsSchema, { user_ids: ten, limit: 1000 })).toEqual([]);
  });
});

describe('the query of messages', () => {
  test.each([
    [{ order: 'newest' }, 'order', 'CMP-053'],
    [{ limit: 1001 }, 'limit', 'CMP-057'],
    [{ created_at: { lte: 'later' } }, 'created_at.lte', 'CMP-029'],
    [{ after_id: 'a', before_id: 'b' }, 'before_id', 'GEN-016'],
  ])('%j is rejected at %s by %s', (query, path, rule) => {
    expect(check(ChatMessageListParamsSchema, query)).toMatchObject([{ path, rule }]);
  });
});

describe('a chat', () => {
  test('may omit project, model and time of deletion', () => {
    expect(check(ChatSchema, chat)).toEqual([]);
    expect(check(ChatSchema, { ...chat, deleted_at: null })).toEqual([]);
  });

  test('with messages accepts null artifacts and keeps unknown blocks', () => {
    const message = {
      id: 'assistant_chat_msg_01',
      artifacts: null,
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', name: 'search' },
      ],
      created_at: '2026-03-02T09:00:00Z',
      files: null,
      generated_files: [{ id: 'assistant_gen_file_01', filename: 'a.csv', mime_type: 'text/csv' }],
      role: 'user',
    };
    const page = { ...chat, chat_messages: [message], first_id: 'x', has_more: false, last_id: 'x' };
    expect(check(ChatWithMessagesSchema, page)).toEqual([]);
    expect(check(ChatWithMessagesSchema, { ...page, has_more: 'no' })).toMatchObject([{ path: 'has_more' }]);
    const { artifacts: _, files: __, ...bare } = message;
    const { first_id: ___, has_more: ____, last_id: _____, ...open } = { ...page, chat_messages: [bare] };
    expect(check(ChatWithMessagesSchema, open)).toEqual([]);
  });

  test('is deleted with or without a type in the response', () => {
    expect(check(DeletedChatSchema, { id: chat.id })).toEqual([]);
    expect(check(DeletedChatSchema, { id: chat.id, type: 'other' })).toMatchObject([{ path: 'type' }]);
  });
});
