import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '@parlance/schemas/kit';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { createRecord } from '../certificates/digest.js';
import { activityRecord, chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { writeState, writeStates } from '../testing/with-snapshots.js';
import { SINK_CONTEXT, temporaryFolder, unitOf } from '../testing/write-archive.js';
import { parquet } from './parquet-sink.js';

async function rowsOf(dir: string, file: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path.join(dir, file)) });
}

async function filesOf(dir: string): Promise<string[]> {
  return (await readdir(dir, { recursive: true })).filter((file) => file.endsWith('.parquet')).sort();
}

test('there is a folder for each kind, with typed columns', async () => {
  const dir = await temporaryFolder();
  const message = messageRecord(1, 1, { text: 'half \ud83d', created_at: '2026-04-01T12:00:01.5+02:00' });
  await writeStates(parquet({ dir }), [
    { name: 'activities/2026-04-01T00-00-00-000Z', records: [activityRecord(1, '2026-04-01T00:10:00Z')] },
    { name: 'chats/000001', records: [chatRecord(1), message, fileRecord(1, 'hello')] },
    { name: 'chats/000001', revision: 2, records: [chatRecord(1, { name: 'Renamed' })] },
    {
      name: 'directory',
      records: [createRecord('organization', 'o', { uuid: 'o', name: 'Acme', created_at: 'unknown' })],
    },
    { name: 'chats/000002', records: [] },
  ]);

  expect(await filesOf(dir)).toEqual([
    'activities/2026/04/2026-04-01T00-00-00-000Z.parquet',
    'chats/000001.parquet',
    'chats/000001.r2.parquet',
    'contents/000001.parquet',
    'contents/000001.r2.parquet',
    'files/000001.parquet',
    'messages/000001.parquet',
    'organizations/directory.parquet',
    'snapshots/000001.parquet',
    'snapshots/000001.r2.parquet',
  ]);
  expect(await rowsOf(dir, 'messages/000001.parquet')).toEqual([
    {
      id: 'assistant_chat_msg_1_1',
      chat_id: 'assistant_chat_1',
      user_id: 'user_1',
      role: 'user',
      created_at: new Date('2026-04-01T10:00:01.500Z'),
      text: 'half \ufffd',
      attachments: '',
      unit: 'chats/000001',
      revision: 0n,
      digest: message.digest,
      body: message.body,
    },
  ]);
  expect(await rowsOf(dir, 'chats/000001.r2.parquet')).toMatchObject([
    { name: 'Renamed', revision: 2n, deleted_at: null },
  ]);
  expect(await rowsOf(dir, 'snapshots/000001.r2.parquet')).toMatchObject([
    { id: 'assistant_chat_1', number: 2n, presence: 'listed', revision: 2n },
  ]);
  expect(await rowsOf(dir, 'files/000001.parquet')).toMatchObject([{ size_bytes: 5n }]);
  expect(await rowsOf(dir, 'organizations/directory.parquet')).toMatchObject([
    { name: 'Acme', created_at: null },
  ]);
});

test('row groups are bounded by rows and by size', async () => {
  const dir = await temporaryFolder();
  const small = Array.from({ length: 25_000 }, (_, index) => chatRecord(index));
  const large = Array.from({ length: 5 }, (_, index) =>
    messageRecord(1, index, { text: 'x'.repeat(5_000_000) }),
  );
  await writeStates(parquet({ dir }), [{ name: 'chats/000001', records: [...small, ...large] }]);
  const groups = async (file: string): Promise<number[]> => {
    const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path.join(dir, file)));
    return metadata.row_groups.map((group) => Number(group.num_rows));
  };
  expect(await groups('chats/000001.parquet')).toEqual([10_000, 10_000, 5000]);
  expect(await groups('messages/000001.parquet')).toEqual([2, 2, 1]);
  expect((await rowsOf(dir, 'chats/000001.parquet')).map(({ id }) => id)).toEqual(small.map(({ id }) => id));
});

test('the folder of another export is refused, and not changed', async () => {
  const dir = await temporaryFolder();
  await writeStates(parquet({ dir }), [{ name: 'chats/000001', records: [chatRecord(1)] }]);
  await (await parquet({ dir }).open(SINK_CONTEXT)).close();
  const files = await readdir(dir, { recursive: true });
  const opened = parquet({ dir }).open({ ...SINK_CONTEXT, exportName: 'other' });
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow(
    `\`dir\` must be a folder of its own: ${dir} has the files of another export, see its export.json`,
  );
  expect(await readdir(dir, { recursive: true })).toEqual(files);
});

test('an interrupted attempt is replaced, with all its kinds', async () => {
  const dir = await temporaryFolder();
  const open = await parquet({ dir }).open(SINK_CONTEXT);
  await writeState(open, { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1)] });
  const unit = unitOf({ name: 'chats/000001', records: [] });
  const killed = await open.begin(unit);
  await killed.write([chatRecord(2)]);
  const writer = await open.begin(unit);
  await writer.write([chatRecord(3)]);
  await expect(killed.commit()).rejects.toMatchObject({ name: 'ArchiveError' });
  expect(await Promise.all([writer.commit(), writer.commit()])).toEqual([null, null]);
  expect(await filesOf(dir)).toEqual(['chats/000001.parquet']);
  expect(await rowsOf(dir, 'chats/000001.parquet')).toMatchObject([{ id: 'assistant_chat_3' }]);
  await open.close();
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test('a commit that was interrupted between two files is completed by the next attempt', async () => {
  const dir = await temporaryFolder();
  const first = await parquet({ dir }).open(SINK_CONTEXT);
  const unit = unitOf({ name: 'chats/000001', records: [] });
  // Files are published in the order of their kinds; that of messages cannot be.
  await mkdir(path.join(dir, 'messages', '000001.parquet'), { recursive: true });
  const interrupted = await first.begin(unit);
  await interrupted.write([chatRecord(1), messageRecord(1, 1)]);
  await expect(interrupted.commit()).rejects.toMatchObject({ name: 'ArchiveError' });
  await first.close();
  await rm(path.join(dir, 'messages', '000001.parquet'), { recursive: true });
  expect(await filesOf(dir)).toEqual(['chats/000001.parquet']);

  const second = await parquet({ dir }).open(SINK_CONTEXT);
  const again = await second.begin(unit);
  await again.write([chatRecord(1), chatRecord(2), messageRecord(1, 1), messageRecord(2, 1)]);
  await again.commit();
  await second.close();
  expect(await filesOf(dir)).toEqual(['chats/000001.parquet', 'messages/000001.parquet']);
  expect(await rowsOf(dir, 'chats/000001.parquet')).toHaveLength(2);
  expect(await rowsOf(dir, 'messages/000001.parquet')).toHaveLength(2);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
});

test('a unit that is aborted leaves nothing, and unusable options are refused', async () => {
  const dir = await temporaryFolder();
  const open = await parquet({ dir }).open(SINK_CONTEXT);
  const writer = await open.begin(unitOf({ name: 'chats/000001', records: [] }));
  await writer.write([chatRecord(1)]);
  await writer.abort();
  expect(await filesOf(dir)).toEqual([]);
  expect(await readdir(path.join(dir, '.partial'))).toEqual([]);
  await expect(open.begin({ name: '../x', family: 'chats', revision: 0 })).rejects.toThrow(ConfigError);
  await writeFile(path.join(dir, 'file'), '');
  await expect(parquet({ dir: path.join(dir, 'file') }).open(SINK_CONTEXT)).rejects.toThrow(
    /^`dir` must be a folder/,
  );
  expect(() => parquet({ dir: '' })).toThrow(ConfigError);
});
