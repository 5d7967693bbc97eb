/** Aborts of uploads and downloads after every byte of the response and every chunk of the request. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FaultServer } from '@parlance/testing/fault-server';
import { response, silent, stall } from '@parlance/testing/responders';
import { AbortedError, readDownload, saveDownload } from './index.js';
import { ManagedAgentsClient } from './managed-agents-client.js';

const folder = await mkdtemp(path.join(tmpdir(), 'parlance-'));
const target = path.join(folder, 'file.txt');
afterAll(() => rm(folder, { recursive: true }));
const content = 'first chunk, last chunk';
const whole = response(200, content, { 'content-type': 'text/plain' });
const lengths = Array.from({ length: whole.length }, (_, length) => length);

const nextTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
};

const errorOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'succeeded',
    (error: unknown) => error,
  );

type Take = (client: ManagedAgentsClient, signal: AbortSignal) => Promise<unknown>;

const downloads: readonly (readonly [string, Take])[] = [
  ['bytes()', async ({ files }, signal) => (await files.download('file_1', { signal })).bytes()],
  ['readDownload', async ({ files }, signal) => readDownload(await files.download('file_1', { signal }))],
  [
    'saveDownload',
    async ({ files }, signal) => saveDownload(await files.download('file_1', { signal }), { path: target }),
  ],
];

test.each(downloads)('%s ends at an abort after any byte of the response', async (_, take) => {
  await using server = await FaultServer.start(...lengths.map((length) => stall(whole.subarray(0, length))));
  await using client = new ManagedAgentsClient({ baseUrl: server.url, apiKey: 'key' });
  for (const length of lengths) {
    const caller = new AbortController();
    const error = errorOf(take(client, caller.signal));
    await server.received(length + 1);
    await nextTurns();
    const reason = new Error('enough');
    caller.abort(reason);
    const aborted = await error;
    expect(AbortedError.is(aborted) && aborted.reason, `after ${length} bytes`).toBe(reason);
    await server.allClosed();
    expect(await readdir(folder)).toEqual([]);
  }
  expect(server.requests).toHaveLength(lengths.length);
});

const CHUNKS = 6;

test('an upload ends at an abort after any chunk, and closes its source', async () => {
  await using server = await FaultServer.start(silent);
  await using client = new ManagedAgentsClient({ baseUrl: server.url, apiKey: 'key' });
  for (let last = 0; last <= CHUNKS; last += 1) {
    const caller = new AbortController();
    const source = { chunks: 0, isClosed: false };
    const data = async function* (): AsyncGenerator<Uint8Array, undefined> {
      try {
        for (; source.chunks < CHUNKS; source.chunks += 1) {
          await nextTurns();
          if (source.chunks === last) caller.abort();
          yield new Uint8Array(100_000);
        }
        if (last === CHUNKS) caller.abort();
      } finally {
        source.isClosed = true;
      }
    };
    const file = { filename: 'a', data: data() };
    const error = await errorOf(client.files.upload({ file }, { signal: caller.signal }));
    expect(AbortedError.is(error), `after ${last} chunks: ${String(error)}`).toBe(true);
    await server.allClosed();
    await nextTurns();
    expect(source, `after ${last} chunks`).toMatchObject({ isClosed: true });
  }
});

test('an upload ends at an abort after any byte of the response', async () => {
  const file = { id: 'file_1', type: 'file', filename: 'a' };
  const answered = response(200, JSON.stringify(file));
  const cuts = Array.from({ length: answered.length }, (_, length) => length);
  await using server = await FaultServer.start(...cuts.map((length) => stall(answered.subarray(0, length))));
  await using client = new ManagedAgentsClient({ baseUrl: server.url, apiKey: 'key' });
  for (const length of cuts) {
    const caller = new AbortController();
    const upload = client.files.upload(
      { file: { filename: 'a', data: Buffer.from('text') } },
      { signal: caller.signal },
    );
    const error = errorOf(upload);
    await server.received(length + 1);
    await nextTurns();
    caller.abort();
    const aborted = await error;
    expect(AbortedError.is(aborted), `after ${length} bytes: ${String(aborted)}`).toBe(true);
    await server.allClosed();
  }
});
