import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { readContent } from '../world/content.js';
import { openWorldFile } from './world-file.js';

const MB = 1024 * 1024;
const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const END = '\r\n--x--\r\n';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-content-'));
  path = join(folder, 'worlds.db');
});

afterEach(() => rm(folder, { recursive: true }));

const opened = async (): Promise<Fake> => createFake({ store: await openWorldFile(path) });

async function upload(fake: Fake, pieces: AsyncIterable<Uint8Array>): Promise<{ id: string }> {
  const response = await fake.fetch(`${fake.url}/v1/files`, {
    method: 'POST',
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2026-06-01',
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: ReadableStream.from(pieces),
    duplex: 'half',
  } as RequestInit);
  return (await response.json()) as { id: string };
}

async function* form(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(HEAD);
  for (let at = 0; at < content.byteLength; at += 100_000) yield content.subarray(at, at + 100_000);
  yield Buffer.from(END);
}

const pattern = Buffer.from(Uint8Array.from({ length: 2.5 * MB }, (_, index) => index % 251));
const contentIn = (fake: Fake, id: string, world?: string) =>
  readContent(fake.world(world).store.contents.get(id));

function chunksIn(file: string): number {
  const database = new DatabaseSync(file);
  const { count } = database.prepare('SELECT count(*) AS count FROM chunks').get() as { count: number };
  database.close();
  return count;
}

test('an upload is stored in chunks and survives reopening', async () => {
  const first = await opened();
  const { id } = await upload(first, form(pattern));
  await first.close();
  expect(chunksIn(path)).toBe(3);

  await using second = await opened();
  expect(contentIn(second, id).equals(pattern)).toBe(true);
});

test('worlds share a content until the last of them removes it', async () => {
  const fake = await opened();
  const { id } = await upload(fake, form(pattern));
  fake.fork('default', 'copy');
  fake.fork('copy', 'copy');
  fake.restore(fake.snapshot(), 'restored');
  fake.reset();
  expect(contentIn(fake, id, 'copy').equals(pattern)).toBe(true);
  expect(contentIn(fake, id, 'restored').equals(pattern)).toBe(true);
  expect(contentIn(fake, id)).toHaveLength(0);
  fake.reset('restored');
  fake.world('copy').store.contents.delete(id);
  await fake.close();
  expect(chunksIn(path)).toBe(0);
});

test('a rejected upload leaves nothing behind', async () => {
  const fake = await opened();
  const twice = Buffer.concat([pattern, Buffer.from('\r\n'), Buffer.from(HEAD)]);
  expect(await upload(fake, form(twice))).toMatchObject({ error: { message: 'file: must not be repeated' } });
  await fake.close();
  expect(chunksIn(path)).toBe(0);
});

test('an upload that was interrupted by a killed process leaves nothing behind', async () => {
  const store = await openWorldFile(path);
  store.createWriter().write(pattern);
  store.close();
  expect(chunksIn(path)).toBe(1);
  await (await opened()).close();
  expect(chunksIn(path)).toBe(0);
});

test('an upload belongs to the world that exists when it is complete', async () => {
  await using fake = await opened();
  const { id } = await upload(
    fake,
    (async function* () {
      yield Buffer.from(HEAD);
      fake.reset();
      yield Buffer.from(`abc${END}`);
    })(),
  );
  expect(contentIn(fake, id).toString()).toBe('abc');
});
