import { expect, test } from 'vitest';
import { createFake } from '../create-fake.js';
import { asker } from '../testing/index.js';

const BETA = 'files-api-2025-04-14';

function start() {
  const fake = createFake({ checkAnswers: true });
  const upload = async (form: FormData) => {
    const response = await fake.fetch(`${fake.url}/v1/files`, {
      method: 'POST',
      headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01', 'vendor-beta': BETA },
      body: form,
    });
    return { status: response.status, json: (await response.json()) as { id: string } };
  };
  return { ask: asker(fake, BETA), upload };
}

function form(name: string, file: File | string): FormData {
  const made = new FormData();
  made.append(name, file as File);
  return made;
}

test('an upload is listed, can not be downloaded, and is gone when deleted', async () => {
  const { ask, upload } = start();
  const { json } = await upload(
    form('file', new File(['héllo'], 'greeting "1".txt', { type: 'text/plain' })),
  );
  expect(json).toEqual({
    id: expect.stringMatching(/^file_/),
    created_at: '2026-06-01T00:00:00.000Z',
    filename: 'greeting "1".txt',
    mime_type: 'text/plain',
    size_bytes: 6,
    type: 'file',
    downloadable: false,
    scope: null,
  });
  expect((await ask('GET /v1/files')).json).toMatchObject({
    data: [json],
    first_id: json.id,
    has_more: false,
  });
  expect(await ask(`GET /v1/files/${json.id}/content`)).toMatchObject({
    status: 400,
    json: { error: { details: { error_code: 'file_not_downloadable' } } },
  });
  expect((await ask(`DELETE /v1/files/${json.id}`)).json).toEqual({ id: json.id, type: 'file_deleted' });
  expect((await ask(`GET /v1/files/${json.id}`)).status).toBe(404);
});

test.each([
  ['no part', new FormData()],
  ['a part of another name', form('files', new File(['a'], 'a.txt'))],
  ['a part that is no file', form('file', 'text')],
  ['a file name of 256 characters', form('file', new File(['a'], 'a'.repeat(256)))],
])('an upload with %s is refused', async (_, body) => {
  const { ask, upload } = start();
  expect((await upload(body)).status).toBe(400);
  expect((await ask('GET /v1/files')).json.data).toEqual([]);
});
