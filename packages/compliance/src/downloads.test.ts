import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConfigError,
  ConnectionError,
  DownloadError,
  NotFoundError,
  readDownload,
  saveDownload,
} from '@parlance/core-transport';
import { verifies } from '@parlance/testing';
import type { Fault } from '@parlance/testing-fakes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ComplianceClient } from './compliance-client.js';
import { connect, userIdsOf, WAYS } from './testing/connect.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SALES = 'region,previous,current\nNorth,1200,1416\nWest,900,999\nEast,700,742\nSouth,800,776\n';

async function idsOf(compliance: ComplianceClient) {
  const user_ids = (await userIdsOf(compliance)).slice(0, 10);
  const ids = { file: '', generated: '', artifact: '', picture: '' };
  for await (const chat of compliance.chats.list({ user_ids })) {
    const { chat_messages } = await compliance.chats.messages(chat.id);
    const [asked, answered] = chat_messages;
    if (chat.name === 'Quarterly sales figures') ids.file = asked?.files?.[0]?.id ?? '';
    if (chat.name === 'Logo feedback') ids.picture = asked?.files?.[0]?.id ?? '';
    if (chat.name === 'Quarterly sales figures') ids.generated = answered?.generated_files?.[0]?.id ?? '';
    if (chat.name === 'Onboarding checklist') ids.artifact = answered?.artifacts?.[0]?.version_id ?? '';
    if (Object.values(ids).every((id) => id !== '')) break;
  }
  return ids;
}

describe.each(WAYS)('downloads, %s', (way) => {
  test('have a content type, name, length and checksum', async () => {
    verifies('CMP-070', 'CMP-071', 'CMP-072');
    await using open = await connect(way);
    const { compliance } = open;
    const ids = await idsOf(compliance);
    const file = await compliance.files.download(ids.file);
    expect([file.contentType, file.filename, file.sizeBytes]).toEqual([
      'text/csv',
      'sales by région.csv',
      SALES.length,
    ]);
    expect(file.headers['content-md5']).toBe(createHash('md5').update(SALES).digest('base64'));
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="sales by r_gion\.csv"; /);
    expect(await file.text()).toBe(SALES);

    const picture = await readDownload(await compliance.files.download(ids.picture));
    expect([...picture.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    const generated = await compliance.generatedFiles.download(ids.generated);
    expect([generated.filename, (await readDownload(generated)).byteLength]).toEqual(['growth.csv', 57]);
    const artifact = await compliance.artifacts.download(ids.artifact);
    expect([artifact.contentType, artifact.filename]).toEqual([
      'text/markdown',
      'First week of a new engineer.md',
    ]);
    expect(await artifact.text()).toMatch(/^# First week\n/);
  });

  test('of one kind are not found under the path of another', async () => {
    verifies('CMP-070', 'CMP-071', 'CMP-072');
    await using open = await connect(way);
    const { compliance } = open;
    const ids = await idsOf(compliance);
    await expect(compliance.files.download(ids.generated)).rejects.toBeInstanceOf(NotFoundError);
    await expect(compliance.generatedFiles.download(ids.artifact)).rejects.toBeInstanceOf(NotFoundError);
    await expect(compliance.artifacts.download(ids.file)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('are saved to disk and replace an existing file', async () => {
    await using open = await connect(way);
    const { compliance } = open;
    const { file } = await idsOf(compliance);
    const path = join(folder, 'sales.csv');
    await writeFile(path, 'old');
    const saved = await saveDownload(await compliance.files.download(file), { path });
    expect(saved).toEqual({
      path,
      filename: 'sales by région.csv',
      contentType: 'text/csv',
      sizeBytes: SALES.length,
      md5: createHash('md5').update(SALES).digest('hex'),
      sha256: createHash('sha256').update(SALES).digest('hex'),
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'text/csv' }),
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await readFile(path, 'utf8')).toBe(SALES);
    expect(await readdir(folder)).toEqual(['sales.csv']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('a defective download', () => {
  /** Downloads the sales file with some response headers replaced. */
  async function tampered(headers: Readonly<Record<string, string>>) {
    const open = await connect('in process', {
      client: {
        middleware: [
          (next) => async (request) => {
            const response = await next(request);
            return request.path.endsWith('/content')
              ? { ...response, headers: { ...response.headers, ...headers } }
              : response;
          },
        ],
      },
    });
    const { file } = await idsOf(open.compliance);
    return { open, download: await open.compliance.files.download(file) };
  }

  test.each([
    ['too long', {}, { maxBytes: 20 }, 'download_too_large'],
    ['longer than announced', { 'content-length': '4' }, { maxBytes: 20 }, 'download_too_large'],
    ['shorter than announced', { 'content-length': '900' }, {}, 'download_incomplete'],
    ['damaged', { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }, {}, 'download_corrupt'],
  ])('that is %s throws an error and leaves no file behind', async (_, headers, options, code) => {
    for (const read of [
      (download: Awaited<ReturnType<typeof tampered>>['download']) => readDownload(download, options),
      (download: Awaited<ReturnType<typeof tampered>>['download']) =>
        saveDownload(download, { ...options, path: join(folder, 'sales.csv') }),
    ]) {
      const { open, download } = await tampered(headers);
      const error: unknown = await read(download).then(undefined, (reason: unknown) => reason);
      expect(DownloadError.is(error)).toBe(true);
      expect(error).toMatchObject({ code, requestId: expect.stringMatching(/^req_/) });
      expect(await readdir(folder)).toEqual([]);
      await open[Symbol.asyncDispose]();
    }
  });

  test('is closed when the file cannot be created', async () => {
    const { open, download } = await tampered({});
    const nowhere = join(folder, 'none', 'sales.csv');
    const error: unknown = await saveDownload(download, { path: nowhere }).catch((reason: unknown) => reason);
    expect(DownloadError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: 'download_not_saved', cause: { code: 'ENOENT' } });
    expect((await download.toReadableStream().getReader().read()).done).toBe(true);
    await open[Symbol.asyncDispose]();
  });

  test('does not replace an existing file', async () => {
    const { open, download } = await tampered({ 'content-length': '900' });
    const path = join(folder, 'sales.csv');
    await writeFile(path, 'old');
    await expect(saveDownload(download, { path })).rejects.toBeInstanceOf(DownloadError);
    expect(await readFile(path, 'utf8')).toBe('old');
    await open[Symbol.asyncDispose]();
  });
});

describe('a download whose connection is lost', () => {
  const cut = (times: number): Fault => ({
    match: { operation: 'chats.files.download' },
    times,
    stream: { cut_after_bytes: 30 },
  });

  test('is requested again from the start', async () => {
    await using open = await connect();
    const { compliance, fake } = open;
    const { file } = await idsOf(compliance);
    const path = join(folder, 'sales.csv');
    fake.setFaults([cut(2)]);
    const saved = await saveDownload(await compliance.files.download(file), { path });
    expect(saved.md5).toBe(createHash('md5').update(SALES).digest('hex'));
    expect(await readFile(path, 'utf8')).toBe(SALES);
    fake.setFaults([cut(2)]);
    const content = await readDownload(await compliance.files.download(file));
    expect(new TextDecoder().decode(content)).toBe(SALES);
  });

  test('throws a ConnectionError after maxRetries and leaves no file behind', async () => {
    await using open = await connect();
    const { compliance, fake } = open;
    const { file } = await idsOf(compliance);
    const requests = () =>
      fake.journal().filter(({ operation }) => operation === 'chats.files.download').length;
    for (const maxRetries of [0, 3]) {
      fake.setFaults([cut(10)]);
      const before = requests();
      const options = { path: join(folder, 'sales.csv'), maxRetries };
      const error: unknown = await saveDownload(await compliance.files.download(file), options).catch(
        (reason: unknown) => reason,
      );
      expect(ConnectionError.is(error)).toBe(true);
      expect(requests() - before).toBe(maxRetries + 1);
      expect(await readdir(folder)).toEqual([]);
    }
  });
});

describe('part files', () => {
  test('of a crashed process are replaced by the next save to the same path', async () => {
    await using open = await connect();
    const { file } = await idsOf(open.compliance);
    await writeFile(join(folder, 'sales.csv.part'), 'half of a much longer file'.repeat(100));
    await saveDownload(await open.compliance.files.download(file), { path: join(folder, 'sales.csv') });
    expect(await readdir(folder)).toEqual(['sales.csv']);
    expect(await readFile(join(folder, 'sales.csv'), 'utf8')).toBe(SALES);
  });

  test('of concurrent saves to the same path are never mixed', async () => {
    await using open = await connect();
    const { file } = await idsOf(open.compliance);
    const path = join(folder, 'sales.csv');
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, async () =>
        saveDownload(await open.compliance.files.download(file), { path }),
      ),
    );
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ name: 'DownloadError', code: 'download_not_saved' });
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await readdir(folder)).toEqual(['sales.csv']);
    expect(await readFile(path, 'utf8')).toBe(SALES);
  });
});

test.each([
  [undefined, 'options'],
  [{ path: '' }, 'path'],
  [{ path: 'a', maxByte: 1 }, 'maxByte'],
  [{ path: 'a', maxBytes: -1 }, 'maxBytes'],
  [{ path: 'a', maxBytes: '1' }, 'maxBytes'],
  [{ path: 'a', maxRetries: 0.5 }, 'maxRetries'],
])('saveDownload rejects the options %j, names %s and closes the download', async (options, option) => {
  await using open = await connect();
  const { file } = await idsOf(open.compliance);
  const download = await open.compliance.files.download(file);
  const error: unknown = await saveDownload(download, options as never).catch((reason: unknown) => reason);
  expect(ConfigError.is(error) && error.option).toBe(option);
  expect((await download.toReadableStream().getReader().read()).done).toBe(true);
});
