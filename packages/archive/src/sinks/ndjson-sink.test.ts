import { mkdir, open as openFile, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { ConfigError } from '@parlance/schemas/kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canonicalJson } from '../certificates/canonical-json.js';
import { recordLine, sha256 } from '../certificates/digest.js';
import { sealManifest } from '../certificates/sealed-file.js';
import { activityRecord, chatRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { SINK_CONTEXT, temporaryFolder, writeUnit, writeUnits } from '../testing/write-archive.js';
import { ndjson, type NdjsonOptions } from './ndjson-sink.js';
import type { OpenSink, WrittenUnit } from './sink.js';

const SEGMENT = 'segments/000/000001.ndjson';
const HOUR = { name: 'activities/2026-04-01T00-00-00-000Z', family: 'activities', revision: 0 } as const;

/** Opens a sink that is closed after the test. */
async function openSink(options: NdjsonOptions): Promise<OpenSink> {
  const open = await ndjson(options).open(SINK_CONTEXT);
  onTestFinished(() => open.close());
  return open;
}

test('writes one record per line, in segments that units share', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  const activity = activityRecord(1, '2026-04-01T00:10:00Z');
  const written: (WrittenUnit | null)[] = [];
  for (const unit of [
    { name: HOUR.name, records: [activity] },
    { name: HOUR.name, revision: 1, records: [] },
    { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1), messageRecord(1, 2)] },
  ])
    written.push(await writeUnit(open, unit));
  await open.close();

  expect((await readdir(dir, { recursive: true })).filter((file) => file.includes('.ndjson'))).toEqual([
    SEGMENT,
  ]);
  const text = await readFile(path.join(dir, SEGMENT), 'utf8');
  const line = `{"kind":"activity","id":"activity_1","digest":"${activity.digest}","body":${canonicalJson(activity.body)}}\n`;
  expect(text.startsWith(line)).toBe(true);
  const extent = { path: SEGMENT, offset: 0, bytes: line.length, sha256: sha256(line), records: 1 };
  expect(written).toEqual([
    { extents: [extent], chats: [] },
    { extents: [], chats: [] },
    { extents: [expect.objectContaining({ offset: line.length, records: 3 })], chats: [] },
  ]);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test.each([undefined, 'zstd'] as const)(
  'divides a unit into extents, each with its digest and size on disk: %s',
  async (compress) => {
    const dir = await temporaryFolder();
    const open = await openSink({ dir, compress });
    const records = Array.from({ length: 5000 }, (_, index) =>
      messageRecord(1, index, { text: `\ud83d cut ${'x'.repeat(400)}` }),
    );
    const { extents } = (await writeUnit(open, { name: 'chats/000001', records }))!;
    const file = compress === undefined ? SEGMENT : `${SEGMENT}.zst`;
    const content = await readFile(path.join(dir, file));
    expect(extents.length).toBeGreaterThan(2);
    let offset = 0;
    const texts: string[] = [];
    for (const extent of extents) {
      const bytes = content.subarray(offset, offset + extent.bytes);
      const text = (compress ? zstdDecompressSync(bytes) : bytes).toString();
      expect(extent).toEqual({
        path: file,
        offset,
        bytes: bytes.length,
        sha256: sha256(bytes),
        records: text.split('\n').length - 1,
      });
      expect(text.length).toBeLessThanOrEqual(1_048_576);
      texts.push(text);
      offset += extent.bytes;
    }
    expect(offset).toBe(content.length);
    expect(texts.join('')).toBe(records.map((record) => `${recordLine(record)}\n`).join(''));
  },
);

test('says which extents have a chat', async () => {
  const dir = await temporaryFolder();
  const text = 'x'.repeat(600_000);
  const records = withSnapshots(
    [1, 2, 3].map((chat) => ({
      name: 'chats/000001',
      records: [chatRecord(chat), messageRecord(chat, 1, { text })],
    })),
  ).flatMap((unit) => unit.records);
  const open = await openSink({ dir });
  const { extents, chats } = (await writeUnit(open, { name: 'chats/000001', records }))!;
  expect(extents).toHaveLength(3);
  expect(chats).toEqual([
    ['assistant_chat_1', 0, 0],
    ['assistant_chat_2', 0, 1],
    ['assistant_chat_3', 1, 2],
  ]);
});

test('files are readable by their owner only', async () => {
  const dir = path.join(await temporaryFolder(), 'new', 'archive');
  await writeUnits(ndjson({ dir }), [{ name: 'chats/000001', records: [chatRecord(1)] }]);
  expect((await stat(path.join(dir, SEGMENT))).mode & 0o777).toBe(0o600);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
});

test('a unit leaves no file when it is aborted or the sink is closed', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  const aborted = await open.begin(HOUR);
  await aborted.write([activityRecord(1, '2026-04-01T00:10:00Z')]);
  await aborted.abort();
  const closed = await open.begin({ ...HOUR, revision: 1 });
  await closed.write([activityRecord(1, '2026-04-01T00:10:00Z')]);
  await open.close();
  expect(await readdir(dir)).toEqual(['.partial']);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test('each process has segments of its own, and each run', async () => {
  const dir = await temporaryFolder();
  const opened = await Promise.all([1, 2, 3].map(() => openSink({ dir })));
  const pathsOf = async (round: number): Promise<string[]> => {
    const written = await Promise.all(
      opened.map((open, index) =>
        writeUnit(open, { name: `chats/00000${index}`, revision: round, records: [chatRecord(index)] }),
      ),
    );
    return written.flatMap((unit) => unit!.extents.map((extent) => extent.path)).sort();
  };
  const first = await pathsOf(0);
  expect(first).toEqual([1, 2, 3].map((number) => `segments/000/00000${number}.ndjson`));
  expect(await pathsOf(1)).toEqual(first);
  expect(opened.flatMap(({ segments }) => segments ?? []).sort()).toEqual(first);
  for (const open of opened) await open.endRun?.();
  expect(opened.flatMap(({ segments }) => segments ?? [])).toEqual([]);
  expect(await pathsOf(2)).toEqual([4, 5, 6].map((number) => `segments/000/00000${number}.ndjson`));
});

test('a segment of 64 MiB is closed', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  const text = 'x'.repeat(8_000_000);
  const records = Array.from({ length: 10 }, (_, index) => messageRecord(1, index, { text }));
  const { extents } = (await writeUnit(open, { name: 'chats/000001', records }))!;
  expect(extents.map((extent) => Number(extent.path.slice(-8, -7)))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  expect(extents[9]!.offset).toBe(0);
});

test('units that are committed at the same time share a sync', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  await writeUnit(open, { name: 'chats/000000', records: [chatRecord(0)] });
  const handle = await openFile(path.join(dir, SEGMENT));
  await handle.close();
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as { datasync(): Promise<void> }, 'datasync');
  const names = Array.from({ length: 20 }, (_, index) => `chats/${String(index + 1).padStart(6, '0')}`);
  const written = await Promise.all(
    names.map((name, index) => writeUnit(open, { name, records: [chatRecord(index)] })),
  );
  expect(new Set(written.map((unit) => unit!.extents[0]!.offset)).size).toBe(20);
  expect(sync.mock.calls.length).toBeLessThan(10);
  sync.mockRestore();
});

test('does not accept more than the disk takes', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  const handle = await openFile(path.join(dir, 'probe'), 'w');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as { appendFile(data: Uint8Array): Promise<void> };
  const original = prototype.appendFile;
  const disk = Promise.withResolvers<void>();
  vi.spyOn(prototype, 'appendFile').mockImplementation(async function (this: unknown, data) {
    await disk.promise;
    await original.call(this as typeof prototype, data);
  });

  const writer = await open.begin({ name: 'chats/000001', family: 'chats', revision: 0 });
  let accepted = 0;
  const writing = (async () => {
    for (; accepted < 200; accepted += 1)
      await writer.write([messageRecord(1, accepted, { text: 'x'.repeat(50_000) })]);
  })();
  await expect.poll(() => accepted).toBeGreaterThan(0);
  for (let turns = 0; turns < 1000; turns += 1) await nextTurn();
  expect(accepted).toBeLessThan(100);
  disk.resolve();
  await writing;
  const { extents } = (await writer.commit())!;
  expect(extents.reduce((sum, { records }) => sum + records, 0)).toBe(200);
});

test('a full disk is an error with a code, and nothing that it may have lost is committed', async () => {
  const dir = await temporaryFolder();
  const open = await openSink({ dir });
  await writeUnit(open, { name: 'chats/000001', records: [chatRecord(1)] });
  const handle = await openFile(path.join(dir, SEGMENT));
  await handle.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const big = { text: 'x'.repeat(1_100_000) };
  const unsynced = await open.begin({ name: 'chats/000003', family: 'chats', revision: 0 });
  await unsynced.write([messageRecord(3, 1, big), messageRecord(3, 2, big)]);

  const disk = vi.spyOn(Object.getPrototypeOf(handle) as { appendFile(): Promise<void> }, 'appendFile');
  disk.mockRejectedValue(full);
  const writer = await open.begin({ name: 'chats/000002', family: 'chats', revision: 0 });
  const failure = writer.write([messageRecord(2, 1, big), messageRecord(2, 2, big)]);
  await expect(failure).rejects.toMatchObject({
    name: 'ArchiveError',
    code: 'archive_full',
    cause: full,
    path: SEGMENT,
  });
  await writer.abort();
  disk.mockRestore();
  await expect(unsynced.commit()).rejects.toMatchObject({ code: 'archive_full' });

  // What the file has at its end is unknown.
  const { extents } = (await writeUnit(open, { name: 'chats/000002', records: [chatRecord(2)] }))!;
  expect(extents).toMatchObject([{ path: 'segments/000/000002.ndjson' }]);
});

test('a folder that cannot be used is refused on opening', async () => {
  const dir = await temporaryFolder();
  await writeFile(path.join(dir, 'file'), '');
  const refused = ndjson({ dir: path.join(dir, 'file', 'archive') }).open(SINK_CONTEXT);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^`dir` must be a folder that can be written to: .*\(ENOTDIR\)/);
});

test('a link to a folder that does not exist is refused on opening', async () => {
  const dir = await temporaryFolder();
  await symlink(path.join(dir, 'unmounted'), path.join(dir, 'archive'));
  const refused = ndjson({ dir: path.join(dir, 'archive') }).open(SINK_CONTEXT);
  await expect(refused).rejects.toThrow(/^`dir` must be a folder that can be written to: .*\(ENOENT\)/);
});

test('a manifest that cannot be read is named on opening', async () => {
  const dir = await temporaryFolder();
  await mkdir(path.join(dir, 'manifest.json'));
  await expect(openSink({ dir })).rejects.toMatchObject({
    code: 'archive_inaccessible',
    message: 'manifest.json is not a regular file.',
  });
});

test('a folder that cannot be written to is named', async () => {
  const dir = await temporaryFolder();
  await writeFile(path.join(dir, 'segments'), 'not a folder');
  const open = await openSink({ dir });
  await expect(writeUnit(open, { name: 'chats/000001', records: [chatRecord(1)] })).rejects.toMatchObject({
    code: 'archive_inaccessible',
    path: 'segments',
  });
});

test('the folder of another export, and one of a newer release, are refused on opening', async () => {
  const dir = await temporaryFolder();
  const manifest = {
    format: 3,
    export: 'other',
    definition: '',
    certificates: 0,
    head: null,
    updated_at: '',
  } as const;
  await writeFile(path.join(dir, 'manifest.json'), canonicalJson(sealManifest(manifest)));
  await expect(openSink({ dir })).rejects.toThrow(/has the archive of the export `other`/);
  await writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...manifest, format: 4 }));
  await expect(openSink({ dir })).rejects.toMatchObject({ code: 'archive_newer' });
  await writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }));
  await expect(openSink({ dir })).rejects.toThrow('manifest.json has format 2, of a preliminary release');
});

test('names that could leave the folder are refused', async () => {
  const dir = await temporaryFolder();
  await mkdir(path.join(dir, 'archive'));
  const open = await openSink({ dir: path.join(dir, 'archive') });
  for (const name of ['chats/../../x', '/chats', 'manifest.json', 'chats/.x', 'chats//x', 'files/aa'])
    await expect(open.begin({ name, family: 'chats', revision: 0 })).rejects.toThrow(ConfigError);
  expect(() => ndjson({ dir: '' })).toThrow(ConfigError);
  expect(() => ndjson({ dir, compress: 'gzip' as 'zstd' })).toThrow(/`compress` must be `zstd`/);
});
