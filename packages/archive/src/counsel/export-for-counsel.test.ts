/** What a lawyer receives, checked with `sha256sum` and as text. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecord, sha256 } from '../certificates/digest.js';
import { exportForCounsel, openArchive, sqlite, type Archive, type CounselOptions } from '../index.js';
import type { Conversation } from '../reader/conversation.js';
import { contentPath } from '../certificates/sealed-file.js';
import { chatRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { writeArchive, writeUnits } from '../testing/write-archive.js';

const HOSTILE = `<script>alert('1')</script>`;
const CONTENT = '<html><script>alert(2)</script></html>';

let dir: string;
let archive: Archive;
let options: CounselOptions;

/** A chat of 30 messages with a hit in the middle and two attachments, of which one is not archived, and a chat with a hostile title. */
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'parlance-archive-'));
  const messages = Array.from({ length: 30 }, (_, index) =>
    messageRecord(1, index, { text: index === 15 ? `The Falcon report ${HOSTILE}` : `Note ${index}` }),
  );
  const { body } = messages[15]!;
  const files = [
    { id: 'file_1', filename: `../../${HOSTILE}.html`, mime_type: 'text/html' },
    { id: 'file_2', filename: 'lost.pdf', mime_type: 'application/pdf' },
  ];
  messages[15] = createRecord('message', body.id, { ...body, files }) as (typeof messages)[number];
  const digest = sha256(CONTENT);
  const file = createRecord('file', 'file_1', {
    id: 'file_1',
    source: 'file',
    name: files[0]!.filename,
    mime_type: 'text/html',
    chat_id: body.chat_id,
    message_id: body.id,
    user_id: 'user_1',
    size_bytes: Buffer.byteLength(CONTENT),
    sha256: digest,
    path: contentPath(digest),
  });
  const title = chatRecord(2, { user: '2', name: `=1+1 falcon ${HOSTILE}` });
  const units = withSnapshots([
    {
      name: 'chats/000001',
      users: ['user_1', 'user_2'],
      records: [chatRecord(1), ...messages, file, title, messageRecord(2, 1, { user: '2' })],
    },
  ]);
  const sample = { dir: path.join(dir, 'archive'), contents: { [contentPath(digest)]: CONTENT } };
  await writeArchive({ ...sample, units });
  archive = await openArchive(sample.dir);
  await writeUnits(sqlite({ file: path.join(dir, 'archive.db') }), units);
  options = { file: path.join(dir, 'archive.db'), text: 'falcon', archive, by: 'ines@example.com' };
});

afterAll(() => rm(dir, { recursive: true, force: true }));

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

test('pages, attachments, counts, errors, certificates, custody and checksums', async () => {
  const folder = path.join(dir, 'counsel');
  const result = await exportForCounsel(folder, options);
  expect(result).toEqual({ dir: folder, chats: 2, hits: 2, files: 1, errors: 1 });
  const names = await filesOf(folder);
  expect(names).toEqual([
    'SHA256SUMS',
    'certificates.jsonl',
    'chats/000001.html',
    'chats/000002.html',
    'counts.csv',
    'custody.json',
    'errors.csv',
    `files/${sha256(CONTENT)}.html.txt`,
    'index.html',
  ]);
  for (const name of names)
    expect([name, (await stat(path.join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(checked.match(/: OK$/gm)).toHaveLength(names.length - 1);

  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
  const page = await read('chats/000001.html');
  for (const index of [10, 20]) expect(page).toContain(`Note ${index}`);
  for (const index of [9, 21]) expect(page).not.toContain(`Note ${index}<`);
  expect(page).toContain('The <mark>Falcon</mark> report &lt;script&gt;');
  expect(page).toContain('10 messages are not shown.');
  expect(page).toContain(`href="../files/${sha256(CONTENT)}.html.txt"`);
  for (const name of names.filter((one) => one.endsWith('.html')))
    expect(await read(name)).not.toContain('<script');
  expect(await read('counts.csv')).toContain(
    `"'=1+1 falcon ${HOSTILE}","user2@example.com","user_2","listed",1\r\n`,
  );
  expect(await read('errors.csv')).toBe(
    '"kind","id","chat","problem"\r\n"file","file_2","assistant_chat_1","not_archived"\r\n',
  );
  const { export: name, certificates, head } = archive.manifest;
  expect(JSON.parse(await read('custody.json'))).toMatchObject({
    exported_by: 'ines@example.com',
    search: { text: 'falcon', messages_around: 5 },
    archive: { export: name, certificates, head },
    chats: 2,
    hits: 2,
  });
  const covering = (await read('certificates.jsonl')).trim().split('\n');
  expect(covering.map((line) => (JSON.parse(line) as { unit: { name: string } }).unit.name)).toEqual([
    'chats/000001',
  ]);
  expect(sha256(covering.at(-1) ?? '')).toBe(head);
});

test('a hit that is not as certified is an error, and is not shown', async () => {
  const file = path.join(dir, 'changed.db');
  await writeFile(file, await readFile(options.file));
  const database = new DatabaseSync(file);
  database.exec("UPDATE message_revisions SET text = text || ' and more'");
  database.close();
  const folder = path.join(dir, 'changed');
  expect(await exportForCounsel(folder, { ...options, file, around: 0 })).toMatchObject({
    chats: 1,
    hits: 1,
    errors: 1,
  });
  expect(await readFile(path.join(folder, 'errors.csv'), 'utf8')).toContain('"assistant_chat_1","changed"');
});

/** The archive with other conversations. */
function archiveWith(change: (conversation: Conversation) => Conversation): Archive {
  return new Proxy(archive, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'conversations') return typeof value === 'function' ? value.bind(target) : value;
      return async function* (query: object) {
        for await (const conversation of target.conversations(query)) yield change(conversation);
      };
    },
  });
}

test('a package that cannot be completed is not there', async () => {
  let chats = 0;
  const failing = archiveWith((conversation) => {
    if ((chats += 1) === 2) throw new Error('the disk was removed');
    return conversation;
  });
  const folder = path.join(dir, 'incomplete');
  await expect(exportForCounsel(folder, { ...options, archive: failing })).rejects.toThrow(
    'the disk was removed',
  );
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('a digest that is a path does not lead out of the folder', async () => {
  const stranger = archiveWith((conversation) => ({
    ...conversation,
    files: conversation.files.map((file) => ({ ...file, body: { ...file.body, sha256: '../../planted' } })),
  }));
  const folder = path.join(dir, 'stranger');
  expect(await exportForCounsel(folder, { ...options, archive: stranger })).toMatchObject({
    files: 0,
    errors: 2,
  });
  expect(await filesOf(dir)).not.toContain('planted');
});

test('a folder with files, and invalid options, are refused before anything is written', async () => {
  const folder = path.join(dir, 'used');
  await exportForCounsel(folder, options);
  const before = await filesOf(folder);
  await expect(exportForCounsel(folder, options)).rejects.toThrow('must be a new or empty folder');
  expect(await filesOf(folder)).toEqual(before);
  for (const [name, wrong] of Object.entries({ by: ' ', around: -1, text: '""', users: ['nobody'] })) {
    await expect(exportForCounsel(path.join(dir, name), { ...options, [name]: wrong })).rejects.toThrow(name);
    await expect(stat(path.join(dir, name))).rejects.toThrow('ENOENT');
  }
});
