import { afterAll, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { verifies } from '../testing/verifies.js';
import { contents } from './chat-records.js';

const fake = createFake();
afterAll(() => fake.close());

test('escapes the filename and the media type in download headers', async () => {
  verifies('CMP-071');
  await fake.listen({ port: 0 });
  const file = { chat_id: 'c', kind: 'file' as const, data: 'a', encoding: 'utf8' as const };
  fake
    .world()
    .store.of(contents)
    .put('assistant_file_odd', {
      ...file,
      filename: '../a\r\nb"\ud800é.txt',
      mime_type: 'a/b\r\nset-cookie: c',
    });
  const response = await fetch(`${fake.url}/v1/compliance/apps/chats/files/assistant_file_odd/content`, {
    headers: { authorization: `Bearer ${fake.keys.compliance}` },
  });
  expect([response.status, await response.text()]).toEqual([200, 'a']);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="../a__b___.txt"; filename*=UTF-8''..%2Fa%0D%0Ab%22%EF%BF%BD%C3%A9.txt`,
  );
});
