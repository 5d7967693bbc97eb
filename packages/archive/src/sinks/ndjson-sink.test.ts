import { randomBytes } from 'node:crypto';
import { mkdir, open as openFile, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { ConfigError } from '@parlance/schemas/kit';
import { expect, test, vi } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import { sha256 } from '../certificates/digest.js';
import { sealManifest } from '../certificates/sealed-file.js';
import { activityRecord, chatRecord, messageRecord } from '../testing/sample-records.js';
import { SINK_CONTEXT, temporaryFolder, writeUnit, writeUnits } from '../testing/write-archive.js';
import { ndjson } from './ndjson-sink.js';

const HOUR = { name: 'activities/2026-04-01T00-00-00-000Z', family: 'activities', revision: 0 } as const;

test('writes one record per line, in the layout of an archive', async () => {
  const dir = await temporaryFolder();
  const activity = activityRecord(1, '2026-04-01T00:10:00Z');
  await writeUnits(ndjson({ dir }), [
    { name: HOUR.name, records: [activity] },
    { name: HOUR.name, revision: 1, records: [activityRecord(2, '2026-04-01T00:20:00Z')] },
    { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1), messageRecord(1, 2)] },
    { name: 'directory', records: [] },
  ]);

  const files = (await readdir(dir, { recursive: true })).filter((file) => file.includes('.ndjson'));
  expect(files.sort()).toEqual([
    'activities/2026/04/2026-04-01T00-00-00-000Z.ndjson',
    'activities/2026/04/2026-04-01T00-00-00-000Z.r1.ndjson',
    'chats/000001.ndjson',
  ]);
  const text = await readFile(path.join(dir, 'activities/2026/04/2026-04-01T00-00-00-000Z.ndjson'), 'utf8');
  expect(text).toBe(`${JSON.stringify(activity)}\n`);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test.each([undefined, 'zstd'] as const)(
  'reports digest and size of what is on disk: %s',
  async (compress) => {
    const dir = await temporaryFolder();
    const open = await ndjson({ dir, compress }).open(SINK_CONTEXT);
    const records = Array.from({ length: 5000 }, (_, index) =>
      messageRecord(1, index, { text: '\ud83d cut' }),
    );
    const files = await writeUnit(open, { name: 'chats/000001', records });

    const content = await readFile(path.join(dir, files[0]!.path));
    expect(files).toEqual([
      {
        path: compress ? 'chats/000001.ndjson.zst' : 'chats/000001.ndjson',
        sha256: sha256(content),
        bytes: content.length,
        records: 5000,
      },
    ]);
    const text = (compress ? zstdDecompressSync(content) : content).toString();
    expect(text).toBe(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  },
);

test('files are readable by their owner only', async () => {
  const dir = path.join(await temporaryFolder(), 'new', 'archive');
  await writeUnits(ndjson({ dir }), [{ name: 'chats/000001', records: [chatRecord(1)] }]);
  expect((await stat(path.join(dir, 'chats/000001.ndjson'))).mode & 0o777).toBe(0o600);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
});

test('a unit is invisible until it is committed, and gone when it is aborted or the sink is closed', async () => {
  const dir = await temporaryFolder();
  const open = await ndjson({ dir }).open(SINK_CONTEXT);
  const aborted = await open.begin(HOUR);
  await aborted.write([activityRecord(1, '2026-04-01T00:10:00Z')]);
  await aborted.abort();
  const closed = await open.begin({ ...HOUR, revision: 1 });
  await closed.write([activityRecord(1, '2026-04-01T00:10:00Z')]);
  await open.close();
  expect(await readdir(dir)).toEqual(['.partial']);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test('what an interrupted attempt left is replaced, whether it was renamed or not', async () => {
  const dir = await temporaryFolder();
  const killed = await ndjson({ dir, compress: 'zstd' }).open(SINK_CONTEXT);
  await writeUnit(killed, { name: 'chats/000001', records: [chatRecord(1), chatRecord(2)] });
  await writeUnit(killed, { name: 'chats/000002', records: [chatRecord(3)] });
  await (await killed.begin({ name: 'chats/000001', family: 'chats', revision: 0 })).write([chatRecord(9)]);

  await writeUnits(ndjson({ dir }), [
    { name: 'chats/000001', records: [chatRecord(4)] },
    { name: 'chats/000002', records: [] },
  ]);
  expect(await readdir(path.join(dir, 'chats'))).toEqual(['000001.ndjson']);
  expect(await readFile(path.join(dir, 'chats/000001.ndjson'), 'utf8')).toContain('assistant_chat_4');
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
  await killed.close();
});

test('an attempt that another one replaced cannot commit', async () => {
  const dir = await temporaryFolder();
  const open = await ndjson({ dir }).open(SINK_CONTEXT);
  const stale = await open.begin(HOUR);
  await stale.write([activityRecord(1, '2026-04-01T00:10:00Z')]);
  const current = await open.begin(HOUR);
  await current.write([activityRecord(2, '2026-04-01T00:10:00Z')]);
  await expect(stale.commit()).rejects.toThrow(ArchiveError);
  const files = await current.commit();
  expect(await current.commit()).toBe(files);
  expect(await readFile(path.join(dir, files[0]!.path), 'utf8')).toContain('activity_2');
});

test('several units are written at the same time', async () => {
  const dir = await temporaryFolder();
  const open = await ndjson({ dir }).open(SINK_CONTEXT);
  const names = Array.from({ length: 20 }, (_, index) => `chats/${String(index).padStart(6, '0')}`);
  const written = await Promise.all(
    names.map((name, index) => writeUnit(open, { name, records: [chatRecord(index)] })),
  );
  expect(written.flat().map((file) => file.path)).toEqual(names.map((name) => `${name}.ndjson`));
});

test.each([undefined, 'zstd'] as const)('does not accept more than the disk takes: %s', async (compress) => {
  const dir = await temporaryFolder();
  const open = await ndjson({ dir, compress }).open(SINK_CONTEXT);
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
    // Random text, which cannot be compressed.
    for (; accepted < 200; accepted += 1)
      await writer.write([messageRecord(1, accepted, { text: randomBytes(50_000).toString('base64') })]);
  })();
  await expect.poll(() => accepted).toBeGreaterThan(0);
  for (let turns = 0; turns < 1000; turns += 1) await nextTurn();
  expect(accepted).toBeLessThan(100);
  disk.resolve();
  await writing;
  expect(await writer.commit()).toMatchObject([{ records: 200 }]);
});

test('a full disk is an error with a code, and loses nothing', async () => {
  const dir = await temporaryFolder();
  const open = await ndjson({ dir }).open(SINK_CONTEXT);
  await writeUnit(open, { name: 'chats/000001', records: [chatRecord(1)] });
  const handle = await openFile(path.join(dir, 'chats/000001.ndjson'));
  await handle.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const disk = vi.spyOn(Object.getPrototypeOf(handle) as { appendFile(): Promise<void> }, 'appendFile');
  disk.mockRejectedValue(full);

  const writer = await open.begin({ name: 'chats/000002', family: 'chats', revision: 0 });
  const big = Array.from({ length: 2000 }, (_, index) => messageRecord(1, index));
  const failure = writer.write(big).then(() => writer.commit());
  await expect(failure).rejects.toMatchObject({ name: 'ArchiveError', code: 'archive_full', cause: full });
  await writer.abort();
  expect(await readdir(path.join(dir, 'chats'))).toEqual(['000001.ndjson']);

  disk.mockRestore();
  await writeUnit(open, { name: 'chats/000002', records: big });
  expect(await readdir(path.join(dir, 'chats'))).toEqual(['000001.ndjson', '000002.ndjson']);
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
  await expect(ndjson({ dir }).open(SINK_CONTEXT)).rejects.toMatchObject({
    code: 'archive_inaccessible',
    message: 'manifest.json is not a regular file.',
  });
});

test.each([undefined, 'zstd'] as const)(
  'a folder that cannot be written to is named with the file of the unit: %s',
  async (compress) => {
    const dir = await temporaryFolder();
    await writeFile(path.join(dir, 'chats'), 'not a folder');
    const open = await ndjson({ dir, compress }).open(SINK_CONTEXT);
    const extension = compress === 'zstd' ? 'ndjson.zst' : 'ndjson';
    await expect(writeUnit(open, { name: 'chats/000001', records: [chatRecord(1)] })).rejects.toMatchObject({
      code: 'archive_inaccessible',
      path: `chats/000001.${extension}`,
    });
  },
);

test('the folder of another export, and one of a newer release, are refused on opening', async () => {
  const dir = await temporaryFolder();
  const manifest = {
    format: 2,
    export: 'other',
    definition: '',
    certificates: 0,
    head: null,
    updated_at: '',
  } as const;
  await writeFile(path.join(dir, 'manifest.json'), canonicalJson(sealManifest(manifest)));
  await expect(ndjson({ dir }).open(SINK_CONTEXT)).rejects.toThrow(/has the archive of the export `other`/);
  await writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...manifest, format: 3 }));
  await expect(ndjson({ dir }).open(SINK_CONTEXT)).rejects.toMatchObject({ code: 'archive_newer' });
});

test('names that could leave the folder are refused', async () => {
  const dir = await temporaryFolder();
  await mkdir(path.join(dir, 'archive'));
  const open = await ndjson({ dir: path.join(dir, 'archive') }).open(SINK_CONTEXT);
  for (const name of ['chats/../../x', '/chats', 'manifest.json', 'chats/.x', 'chats//x', 'files/aa'])
    await expect(open.begin({ name, family: 'chats', revision: 0 })).rejects.toThrow(ConfigError);
  expect(() => ndjson({ dir: '' })).toThrow(ConfigError);
  expect(() => ndjson({ dir, compress: 'gzip' as 'zstd' })).toThrow(/`compress` must be `zstd`/);
});
