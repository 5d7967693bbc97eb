import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { asker } from '../testing/index.js';
import { addFile } from '../workspace/files.js';

const BETA = 'files-api-2025-04-14';

function start() {
  const fake = createFake({ checkResponses: true });
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

test('lists uploads, rejects their download and returns 404 once deleted', async () => {
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
  [
    'a "quoted" name.txt',
    String.raw`filename="a _quoted_ name.txt"; filename*=UTF-8''a%20%22quoted%22%20name.txt`,
  ],
  ["it's (1)*.txt", "filename=\"it's (1)*.txt\"; filename*=UTF-8''it%27s%20%281%29%2A.txt"],
  ['日本 \uD800\n.txt', `filename="__ __.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%EF%BF%BD%0A.txt`],
])('a session file named %j can be downloaded', async (filename, disposition) => {
  const fake = createFake();
  const file = { filename, mimeType: 'text/plain', data: Buffer.from('here'), sessionId: 'sesn_1' };
  const { id } = addFile(fake.world(), file);
  const response = await fake.fetch(`${fake.url}/v1/files/${id}/content`, {
    headers: { 'x-api-key': fake.keys.api, 'vendor-version': '2023-06-01', 'vendor-beta': BETA },
  });
  expect(response.headers.get('content-disposition')).toBe(`attachment; ${disposition}`);
  expect(await response.text()).toBe('here');
});

test('a file chosen by id is on one page with the others', async () => {
  const { ask, upload } = start();
  for (let index = 0; index < 21; index += 1) await upload(form('file', new File(['a'], `${index}.txt`)));
  const { data } = (await ask('GET /v1/files?limit=100')).json;
  const query = data.map(({ id }: { id: string }) => `ids[]=${id}`).join('&');
  expect((await ask(`GET /v1/files?${query}`)).json).toMatchObject({ data, has_more: false });
});

test.each([
  ['/tmp/notes/a.txt', 'a.txt'],
  [String.raw`C:\notes\a.txt`, 'a.txt'],
  ['a.txt', 'a.txt'],
])('an upload named %s is stored as %s, with the declared media type', async (sent, filename) => {
  const { upload } = start();
  const file = new File(['a,b'], sent, { type: 'text/csv' });
  expect((await upload(form('file', file))).json).toMatchObject({ filename, mime_type: 'text/csv' });
});

test.each([
  ['no part', new FormData()],
  ['a folder', form('file', new File(['a'], 'folder/'))],
  ['a part with another name', form('files', new File(['a'], 'a.txt'))],
  ['a part that is not a file', form('file', 'text')],
  ['a filename of 256 characters', form('file', new File(['a'], 'a'.repeat(256)))],
])('rejects an upload with %s', async (_, body) => {
  const { ask, upload } = start();
  expect((await upload(body)).status).toBe(400);
  expect((await ask('GET /v1/files')).json.data).toEqual([]);
});

test('accepts a file lifetime only in API versions that support it', async () => {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, '');
  const upload = async (lifetime: string, headers: Record<string, string>) => {
    const body = form('expires_in_seconds', lifetime);
    body.append('file', new File(['a'], 'a.txt'));
    const asked = { method: 'POST', headers: { 'x-api-key': fake.keys.api, ...headers }, body };
    const response = await fake.fetch(`${fake.url}/v1/files`, asked);
    const { id, expires_at, error } = (await response.json()) as Record<string, unknown>;
    return { status: response.status, id, expires_at, error };
  };
  const young = { 'vendor-version': '2026-10-21' };
  const kept = await upload('3600', young);
  expect(kept).toMatchObject({ status: 200, expires_at: '2026-06-01T01:00:00.000Z' });
  for (const wrong of ['3599', '7776001', '1e4', '', '-1'])
    expect(await upload(wrong, young)).toMatchObject({
      status: 400,
      error: { message: 'expires_in_seconds: must be a whole number from 3600 to 7776000' },
    });
  expect(await upload('3600', { 'vendor-version': '2023-06-01', 'vendor-beta': BETA })).toMatchObject({
    status: 400,
    error: { message: 'expires_in_seconds: Extra inputs are not permitted' },
  });

  const content = () => ask(`GET /v1/files/${String(kept.id)}/content`, undefined, { headers: young });
  fake.world().clock.advance(3_599_999);
  expect((await content()).json.error.details.error_code).toBe('file_not_downloadable');
  fake.world().clock.advance(1);
  expect(await content()).toMatchObject({
    status: 404,
    json: { error: { type: 'not_found_error', details: { error_code: 'file_expired' } } },
  });
});

test('later versions of the API list files with opaque cursors, and by id', async () => {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, '');
  const later = { headers: { 'vendor-version': '2026-10-21' } };
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const body = new FormData();
    body.append('file', new File([name], `${name}.txt`));
    const headers = { 'x-api-key': fake.keys.api, 'vendor-version': '2026-10-21' };
    const response = await fake.fetch(`${fake.url}/v1/files`, { method: 'POST', headers, body });
    ids.unshift(((await response.json()) as { id: string }).id);
  }
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  const first = (await ask('GET /v1/files?limit=2', undefined, later)).json;
  expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const rest = (await ask(`GET /v1/files?limit=2&page=${first.next_page}`, undefined, later)).json;
  expect([idsOf(rest), rest.next_page]).toEqual([ids.slice(2), null]);
  const chosen = await ask(`GET /v1/files?ids[]=${ids[2]}&ids[]=${ids[0]}`, undefined, later);
  expect(idsOf(chosen.json)).toEqual([ids[0], ids[2]]);
  const many = Array.from({ length: 101 }, (_, index) => `ids[]=file_${index}`).join('&');
  for (const query of [`ids[]=${ids[0]}&limit=2`, `ids[]=${ids[0]}&page=${first.next_page}`, many])
    expect(await ask(`GET /v1/files?${query}`, undefined, later)).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringMatching(/^ids: /) } },
    });
  // The clients of this repository page by id in each version.
  const after = await ask(`GET /v1/files?after_id=${ids[1]}`, undefined, later);
  expect(after.json).toMatchObject({ data: [{ id: ids[2] }], has_more: false });
});
