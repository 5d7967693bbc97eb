import { BadRequestError, ConfigError, type UploadProgress } from '@parlance/core-transport';
import type { FileMetadata } from '@parlance/schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { openPlace, PLACES } from '@parlance/testing/places';
import { InferenceClient } from './inference-client.js';

const MIB = 1024 * 1024;
const FILES = 'files-api-2025-04-14';

const withFile = (file_id: string) => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [
    {
      role: 'user' as const,
      content: [
        { type: 'document' as const, source: { type: 'file' as const, file_id } },
        { type: 'text' as const, text: 'hello' },
      ],
    },
  ],
});

describe.each(PLACES)('%s', (name) => {
  test('a file is uploaded, used in a message, listed and deleted', async () => {
    await using place = await openPlace(name);
    const { files, messages } = place.client;
    const file = await files.upload({ file: new File(['one'], 'one.txt', { type: 'text/plain' }) });
    expect(file).toMatchObject({ filename: 'one.txt', mime_type: 'text/plain', size_bytes: 3 });
    expect(await files.retrieve(file.id)).toEqual(file);
    const reply = await messages.create(withFile(file.id));
    expect(reply.stop_reason).toBe('end_turn');
    expect((await messages.stream(withFile(file.id)).finalMessage()).stop_reason).toBe('end_turn');
    const { model, messages: turns } = withFile(file.id);
    expect((await messages.countTokens({ model, messages: turns })).input_tokens).toBeGreaterThan(0);
    const { id } = await messages.batches.create({
      requests: [{ custom_id: 'a', params: withFile(file.id) }],
    });
    expect((await messages.batches.wait(id, { pollIntervalMs: 1 })).request_counts.succeeded).toBe(1);
    const listed: FileMetadata[] = [];
    for await (const one of files.list()) listed.push(one);
    expect(listed.map((one) => one.id)).toEqual([file.id]);
    await expect(files.download(file.id)).rejects.toThrow(BadRequestError);
    await files.delete(file.id);
    expect((await files.list()).data).toEqual([]);
  });

  test('the progress of an upload is reported', async () => {
    await using place = await openPlace(name);
    const seen: UploadProgress[] = [];
    const data = new Uint8Array(MIB);
    const onProgress = (progress: UploadProgress): void => void seen.push(progress);
    const file = await place.client.files.upload({ file: { filename: 'a.bin', data } }, { onProgress });
    expect(file.size_bytes).toBe(MIB);
    expect(seen.length).toBeGreaterThan(10);
    const total = seen[0]?.totalBytes ?? 0;
    expect(total).toBeGreaterThan(MIB);
    expect(seen.at(-1)).toEqual({ sentBytes: total, totalBytes: total });
    expect(seen.every(({ sentBytes }, index) => sentBytes > (seen[index - 1]?.sentBytes ?? 0))).toBe(true);
  });

  test('an upload with progress is retried from the start', async () => {
    await using place = await openPlace(name);
    place.fake.setFaults([{ match: { operation: 'files.upload' }, times: 1, status: 503 }]);
    const client = place.client.withOptions({ retry: { baseDelayMs: 1 } });
    const seen: number[] = [];
    const file = await client.files.upload(
      { file: { filename: 'a.bin', data: new Blob([new Uint8Array(MIB)]) } },
      { onProgress: ({ sentBytes }) => seen.push(sentBytes) },
    );
    expect(file.size_bytes).toBe(MIB);
    expect(seen.filter((bytes) => bytes === seen[0])).toHaveLength(2);
  });
});

describe('betas', () => {
  let fake: Fake;
  let client: InferenceClient;
  let sent: (string | undefined)[];

  beforeEach(() => {
    fake = createFake({ checkResponses: true });
    sent = [];
    client = new InferenceClient({
      baseUrl: fake.url,
      apiKey: fake.keys.api,
      http: fake.http(),
      middleware: [
        (next) => (request) => {
          sent.push(request.headers['vendor-beta']);
          return next(request);
        },
      ],
    });
  });

  const content = (block: object) => ({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: [block as never] }],
  });

  test.each([
    ['an image', { type: 'image', source: { type: 'file', file_id: 'file_1' } }],
    ['an upload to the container', { type: 'container_upload', file_id: 'file_1' }],
    [
      'an image within a document',
      {
        type: 'document',
        source: { type: 'content', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] },
      },
    ],
  ])('of files are sent with %s', async (_, block) => {
    await client.messages.create(content(block)).catch(() => undefined);
    expect(sent).toEqual([FILES]);
  });

  test('of files are not sent without a file, nor twice', async () => {
    const { id } = await client.files.upload({ file: new Blob(['x']) });
    sent.length = 0;
    await client.messages.create(content({ type: 'text', text: '{"type":"file"}' }));
    await client.messages.create(withFile(id), { betas: ['a-2025-01-01', FILES] });
    await client.messages.create(withFile(id), { betas: ['files-api-2026-01-01'] });
    expect(sent).toEqual([undefined, `a-2025-01-01,${FILES}`, 'files-api-2026-01-01']);
  });

  test('are named by the error of a request without them', async () => {
    const request = client.messages.create(withFile('file_1'), { headers: { 'vendor-beta': null } });
    await expect(request).rejects.toMatchObject({
      status: 400,
      serviceMessage: expect.stringContaining(FILES) as string,
    });
  });

  test('do not hide invalid options', async () => {
    for (const options of [{ betas: 'x' }, { timeout: 1 }, 5, null])
      await expect(client.messages.create(withFile('f'), options as never)).rejects.toThrow(ConfigError);
    const file = new Blob(['x']);
    for (const options of [{ onProgress: 1 }, { timeout: 1 }, 5, null])
      await expect(client.files.upload({ file }, options as never)).rejects.toThrow(ConfigError);
  });
});
