/** Every kind of content that can be uploaded, over a socket and in process. */
import { ConfigError, type FileUploadInput, type HttpAdapter } from '@parlance/core-transport';
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake, type Listening } from '@parlance/testing-fakes';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManagedAgentsClient } from './managed-agents-client.js';

const text = 'name,count\nx,1\n'.repeat(10_000);
const onDisk = path.join(tmpdir(), `${randomUUID()}.csv`);
const name = path.basename(onDisk);

beforeAll(() => writeFile(onDisk, text));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(onDisk);
});

const servers: Listening[] = [];
async function listen(fake: Fake): Promise<Listening> {
  const server = await fake.listen({ port: 0 });
  servers.push(server);
  return server;
}

const kinds: readonly [string, () => FileUploadInput['file'], string, string][] = [
  ['a File', () => new File([text], 'a.csv', { type: 'text/csv' }), 'a.csv', 'text/csv'],
  ['a Blob', () => new Blob([text]), 'blob', 'application/octet-stream'],
  ['a path', () => ({ path: onDisk }), name, 'application/octet-stream'],
  [
    'a path with a name and a type',
    () => ({ path: onDisk, filename: 'a.csv', contentType: 'text/csv' }),
    'a.csv',
    'text/csv',
  ],
  [
    'bytes',
    () => ({ filename: 'a.csv', data: new TextEncoder().encode(text) }),
    'a.csv',
    'application/octet-stream',
  ],
  [
    'a Blob with another name',
    () => ({ filename: 'b.csv', data: new Blob([text], { type: 'text/csv' }) }),
    'b.csv',
    'text/csv',
  ],
  [
    'a web stream',
    () => ({ filename: 'a.csv', data: new Blob([text]).stream() as ReadableStream<Uint8Array> }),
    'a.csv',
    'application/octet-stream',
  ],
  [
    'a stream of Node.js',
    () => ({ filename: 'a.csv', data: createReadStream(onDisk) as AsyncIterable<Uint8Array> }),
    'a.csv',
    'application/octet-stream',
  ],
];

describe.each(['in process', 'over a socket'])('uploads %s', (where) => {
  test.each(kinds)('%s', async (_, file, filename, type) => {
    const fake = createFake();
    const server = await listen(fake);
    const connection =
      where === 'in process' ? { http: fake.http(), baseUrl: fake.url } : { baseUrl: server.url };
    await using client = new ManagedAgentsClient({
      ...connection,
      apiKey: fake.keys.api,
      validation: validator({ responses: 'throw' }),
    });
    const uploaded = await client.files.upload({ file: file() });
    expect(uploaded).toMatchObject({ filename, mime_type: type, size_bytes: text.length });
  });
});

test.each([
  ['a Blob', () => new Blob([text]), true],
  ['a path', () => ({ path: onDisk }), true],
  [
    'a stream',
    () => ({ filename: 'a', data: new Blob([text]).stream() as ReadableStream<Uint8Array> }),
    false,
  ],
] as const)(
  'an upload of %s that is refused for a moment is retried if it can be read again',
  async (_, file, isRetried) => {
    const fake = createFake();
    fake.setFaults([{ match: { operation: 'files.upload' }, times: 1, status: 503 }]);
    const server = await listen(fake);
    await using client = new ManagedAgentsClient({
      baseUrl: server.url,
      apiKey: fake.keys.api,
      retry: { baseDelayMs: 1 },
    });
    const upload = client.files.upload({ file: file() });
    if (isRetried) expect(await upload).toMatchObject({ size_bytes: text.length });
    else await expect(upload).rejects.toMatchObject({ status: 503 });
  },
);

/** Reads the whole body, as a server does. */
const readsBody: HttpAdapter = {
  send: async ({ body }) => {
    for await (const _ of body as AsyncIterable<Uint8Array>);
    throw new Error('the body was complete');
  },
  close: () => Promise.resolve(),
};

const broken = async function* () {
  yield new Uint8Array(3);
  throw new TypeError('disk gone');
};

test.each([
  ['a stream that fails', broken(), /could not be read to its end/],
  [
    'a stream of text',
    new Blob([text]).stream().pipeThrough(new TextDecoderStream()),
    /must be a Uint8Array, not of type string/,
  ],
])('%s fails the upload with the reason, and without a retry', async (_, data, message) => {
  const client = new ManagedAgentsClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'k',
    http: readsBody,
  });
  const upload = client.files.upload({ file: { filename: 'a', data: data as AsyncIterable<Uint8Array> } });
  await expect(upload).rejects.toMatchObject({
    code: 'upload_unreadable',
    message: expect.stringMatching(message) as string,
  });
});

test('a stream that fails in the middle fails an upload over a socket', async () => {
  const fake = createFake();
  const server = await listen(fake);
  await using client = new ManagedAgentsClient({ baseUrl: server.url, apiKey: fake.keys.api });
  const upload = client.files.upload({ file: { filename: 'a', data: broken() } });
  await expect(upload).rejects.toMatchObject({ code: 'upload_unreadable' });
});

test.each([
  ['a missing file', { path: '/missing/file' }, 'path must lead to a file that can be read (ENOENT)'],
  ['a folder', { path: tmpdir() }, 'path must lead to a file, not to a folder'],
  ['bytes without a name', new Uint8Array(1), 'file must be a Blob, { path }, or { filename, data }'],
  ['a number', 5, 'file must be a Blob, { path }, or { filename, data }'],
])('%s is rejected before anything is sent', async (_, file, message) => {
  const client = new ManagedAgentsClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'k',
    http: readsBody,
  });
  const error: unknown = await client.files
    .upload({ file } as FileUploadInput)
    .then(undefined, (reason: unknown) => reason);
  expect(ConfigError.is(error)).toBe(true);
  expect((error as Error).message).toBe(message);
});
