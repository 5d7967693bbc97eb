import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/write-archive.js';
import { searchArchive } from './search-archive.js';
import { stoppable, QueryThread } from './query-thread.js';

/** It never ends. */
const ENDLESS = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
  SELECT count(*) FROM n WHERE ${stoppable('i')}`;

async function sampleFile(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'sample.db');
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE notes (text); INSERT INTO notes VALUES ('one'), ('two')");
  database.close();
  return file;
}

test('runs a statement for each set of parameters, and passes errors on', async () => {
  await using thread = new QueryThread(await sampleFile(), { timeoutMs: 1_000 });
  const select = 'SELECT text FROM notes WHERE text = :text';
  expect(await thread.all(select, { text: 'two' }, { text: 'none' }, { text: 'one' })).toEqual([
    { text: 'two' },
    { text: 'one' },
  ]);
  expect(await thread.all(select)).toEqual([]);
  await expect(thread.all('SELECT', {})).rejects.toMatchObject({ errcode: 1 });
});

test('a query without end neither stops the caller nor outlives the signal', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  await using thread = new QueryThread(await sampleFile(), { timeoutMs: 1_000, signal });
  expect(await thread.all('SELECT 1 AS one', {})).toEqual([{ one: 1 }]);
  const rows = thread.all(ENDLESS, {});
  const turns = async (): Promise<void> => {
    for (let count = 0; count < 100; count += 1) await turn();
    controller.abort();
  };
  await Promise.all([turns(), expect(rows).rejects.toMatchObject({ name: 'AbortError' })]);
});

test('a search that is to end rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(searchArchive(await sampleFile(), 'report', { signal })).rejects.toThrow('enough');
});
