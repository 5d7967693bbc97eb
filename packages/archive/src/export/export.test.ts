import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../certificates/digest.js';
import { activities, chats, directory, files, messages, ndjson } from '../index.js';
import type { Certificate, Manifest } from '../index.js';
import { exportWorld, START, testFolder } from '../testing/export-world.js';
import { readTruth } from '../testing/read-truth.js';

const EVERYTHING = [directory(), activities(), chats(), messages()];

/** Few windows, so that the tests are fast. */
const QUICK = { window: '10d', history: '10d' } as const;

test('an export has every record of the organization once', async () => {
  const world = exportWorld();
  const status = await world.run({ sources: EVERYTHING, activities: QUICK });
  expect(status).toMatchObject({ state: 'done', run: 1, failures: [], problem: null });
  expect(Math.floor((Date.parse(status.bound!) - START) / 1_000)).toBe(-300);
  const truth = await readTruth(world.client(), status.bound!);
  const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }) => (a.id! < b.id! ? -1 : 1);
  const bodies = world.sink.records('activity').map(({ body }) => body);
  expect(bodies.toSorted(byId)).toEqual(truth.activities.toSorted(byId));
  const users = world.sink.records('user').map(({ id, body }) => [id, without(body, 'organization_uuid')]);
  expect(new Map(users as [string, object][])).toEqual(truth.users);
  expect(users.length).toBe(truth.users.size);
  const chatRecords = world.sink.records('chat');
  expect(new Map(chatRecords.map(({ id, body }) => [id, body]))).toEqual(truth.chats);
  expect(chatRecords.length).toBe(truth.chats.size);
  const messageRecords = world.sink.records('message');
  const messageBodies = messageRecords.map(({ id, body }) => [id, without(body, 'chat_id', 'user_id')]);
  expect(new Map(messageBodies as [string, object][])).toEqual(truth.messages);
  expect(messageRecords.length).toBe(truth.messages.size);
});

test('files are saved with their content, and certificates are chained', async () => {
  const world = exportWorld();
  const dir = testFolder();
  const status = await world.run({
    sources: [...EVERYTHING, files()],
    activities: QUICK,
    sinks: [world.sink, ndjson({ dir })],
  });
  const truth = await readTruth(world.client(), status.bound!);
  const saved = world.sink.records('file');
  expect(new Set(saved.map(({ id }) => id))).toEqual(truth.fileIds);
  expect(saved.length).toBe(truth.fileIds.size);
  for (const { body } of saved) {
    const content = await readFile(path.join(dir, body.path));
    expect([sha256(content), content.length]).toEqual([body.sha256, body.size_bytes]);
  }
  const manifest = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')) as Manifest;
  expect(manifest).toMatchObject({ export: 'default', certificates: status.certificates });
  let previous: string | null = null;
  const text = await readFile(path.join(dir, 'certificates/000/000001.ndjson'), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  expect(lines).toHaveLength(manifest.certificates);
  for (const [index, line] of lines.entries()) {
    const certificate = JSON.parse(line) as Certificate;
    expect([certificate.sequence, certificate.previous]).toEqual([index + 1, previous]);
    previous = sha256(line);
  }
  expect(manifest.head).toBe(previous);
});

/** Returns the object of the service: without what the archive adds. */
function without(body: object, ...added: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !added.includes(name)));
}
