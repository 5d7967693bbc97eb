import { NotFoundError } from '@parlance/core-transport';
import type { Chat, ChatMessage } from '@parlance/schemas';
import { verifies } from '@parlance/testing';
import { describe, expect, test } from 'vitest';
import type { ComplianceClient } from './compliance-client.js';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

async function chatNamed(compliance: ComplianceClient, name: string): Promise<Chat> {
  const user_ids = (await userIdsOf(compliance)).slice(0, 10);
  for await (const chat of compliance.chats.list({ user_ids })) if (chat.name === name) return chat;
  throw new Error(`the demo has no chat named ${name}`);
}

async function ids(messages: AsyncIterable<ChatMessage>): Promise<string[]> {
  const found: string[] = [];
  for await (const message of messages) found.push(message.id);
  return found;
}

describe.each(WAYS)('messages, %s', (way) => {
  test('are returned with their chat, all on one page without a limit', async () => {
    verifies('CMP-050', 'CMP-051', 'CMP-056', 'CMP-058', 'CMP-060', 'CMP-061', 'CMP-062', 'CMP-063');
    verifies('CMP-064', 'CMP-065', 'CMP-066');
    await using open = await connect(way);
    const { compliance } = open;
    const chat = await chatNamed(compliance, 'Quarterly sales figures');
    const {
      data,
      checkpoint,
      requestId,
      status: _status,
      headers: _headers,
      body,
      ...whole
    } = await compliance.chats.messages(chat.id);
    const started = Date.parse(chat.created_at);
    const at = (ms: number): string => new Date(started + ms).toISOString();
    expect(whole).toEqual({
      ...chat,
      chat_messages: [
        {
          id: expect.stringMatching(/^assistant_chat_msg_/),
          artifacts: [],
          content: [
            { type: 'text', text: 'Here are the sales of the quarter by region. Which one grew most?' },
          ],
          created_at: at(0),
          files: [
            {
              id: expect.stringMatching(/^assistant_file_/),
              filename: 'sales by région.csv',
              mime_type: 'text/csv',
            },
          ],
          generated_files: [],
          role: 'user',
        },
        {
          id: expect.stringMatching(/^assistant_chat_msg_/),
          artifacts: [],
          content: [{ type: 'text', text: expect.stringMatching(/^North grew most/) }],
          created_at: at(64_321),
          files: [],
          generated_files: [
            {
              id: expect.stringMatching(/^assistant_gen_file_/),
              filename: 'growth.csv',
              mime_type: 'text/csv',
            },
          ],
          role: 'assistant',
        },
        expect.objectContaining({ role: 'user', created_at: at(120_000) }),
        expect.objectContaining({ role: 'assistant', created_at: at(184_321) }),
      ],
      first_id: expect.any(String),
      has_more: false,
      last_id: expect.any(String),
    });
    expect(data).toBe(whole.chat_messages);
    expect(checkpoint.done).toBe(true);
    expect(requestId).toMatch(/^req_/);
    expect(body).toMatchObject({ id: chat.id });

    const written = await compliance.chats.messages((await chatNamed(compliance, 'Onboarding checklist')).id);
    expect(written.chat_messages[1]?.artifacts).toEqual([
      {
        id: expect.stringMatching(/^assistant_artifact_/),
        artifact_type: 'text/markdown',
        title: 'First week of a new engineer',
        version_id: expect.stringMatching(/^assistant_artifact_version_/),
      },
    ]);
  });

  test('are paged in both directions and both orders', async () => {
    verifies('CMP-051', 'CMP-052', 'CMP-054', 'CMP-055', 'CMP-056');
    await using open = await connect(way);
    const { compliance } = open;
    const { id } = await chatNamed(compliance, 'Incident timeline');
    const oldest = await ids(compliance.chats.messages(id));
    expect(oldest).toHaveLength(4);
    for (const limit of [1, 2, 3]) {
      expect(await ids(compliance.chats.messages(id, { limit }))).toEqual(oldest);
      expect(await ids(compliance.chats.messages(id, { limit, order: 'asc' }))).toEqual(oldest);
      expect(await ids(compliance.chats.messages(id, { limit, order: 'desc' }))).toEqual(oldest.toReversed());
    }
    const first = await compliance.chats.messages(id, { limit: 3 });
    expect([first.has_more, first.chat_messages.length]).toEqual([true, 3]);
    const second = await compliance.chats.messages(id, { limit: 3, after_id: first.last_id ?? '' });
    expect([second.has_more, second.chat_messages.map((message) => message.id)]).toEqual([
      false,
      oldest.slice(3),
    ]);
    const back = await compliance.chats.messages(id, { limit: 2, before_id: second.first_id ?? '' });
    expect([back.has_more, back.chat_messages.map((message) => message.id)]).toEqual([
      true,
      oldest.slice(1, 3),
    ]);
    const pages: unknown[] = [];
    for await (const page of compliance.chats.messages(id, { limit: 2 }).pages())
      pages.push([page.id, page.chat_messages.length, page.checkpoint.done ?? page.checkpoint.parameter]);
    expect(pages).toEqual([
      [id, 2, 'after_id'],
      [id, 2, true],
    ]);
  });
});

test('messages are filtered by time', async () => {
  verifies('CMP-059');
  await using open = await connect();
  const { compliance } = open;
  const { id } = await chatNamed(compliance, 'Incident timeline');
  const { chat_messages } = await compliance.chats.messages(id);
  const [first, second, third] = chat_messages.map((message) => message.created_at);
  for (const field of ['created_at', 'updated_at'] as const) {
    const count = async (range: object): Promise<number> =>
      (await ids(compliance.chats.messages(id, { [field]: range }))).length;
    expect(await count({ gt: first })).toBe(3);
    expect(await count({ gte: second })).toBe(3);
    expect(await count({ lt: third })).toBe(2);
    expect(await count({ gte: first, lte: first })).toBe(1);
  }
});

test.each([
  ['an unknown order', 'order=newest', 'order', 'CMP-053'],
  ['a limit of 1001', 'limit=1001', 'limit', 'CMP-057'],
  ['a limit of 0', 'limit=0', 'limit', 'CMP-057'],
  ['a bound that is not a time', 'created_at.lte=soon', 'created_at.lte', 'CMP-029'],
  ['both cursors', 'after_id=a&before_id=b', 'before_id', 'GEN-016'],
])('a list of messages with %s is rejected', async (_, query, parameter, rule) => {
  verifies('CMP-053', 'CMP-057');
  await using open = await connect();
  const { id } = await chatNamed(open.compliance, 'Incident timeline');
  const answer = await open.ask(`GET /v1/compliance/apps/chats/${id}/messages?${query}`);
  expect(answer).toMatchObject({ status: 400, rule });
  expect(answer.json.error.message).toMatch(new RegExp(`^${parameter}: `));
});

test('a limit of 1000 is accepted and a cursor of the other order is rejected', async () => {
  verifies('CMP-057', 'CMP-054');
  await using open = await connect();
  const { compliance } = open;
  const { id } = await chatNamed(compliance, 'Incident timeline');
  const page = await compliance.chats.messages(id, { limit: 1000 });
  expect(page.chat_messages).toHaveLength(4);
  await expect(
    compliance.chats.messages(id, { order: 'desc', after_id: page.first_id ?? '' }),
  ).rejects.toMatchObject({ status: 400 });
});

test('messages of an unknown chat fail with 404', async () => {
  verifies('CMP-067');
  await using open = await connect();
  await expect(open.compliance.chats.messages('assistant_chat_none')).rejects.toBeInstanceOf(NotFoundError);
  const answer = await open.ask('GET /v1/compliance/apps/chats/assistant_chat_none/messages');
  expect(answer).toMatchObject({ status: 404, rule: 'CMP-067' });
});
