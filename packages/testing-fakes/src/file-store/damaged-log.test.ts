import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { isLogDamaged } from './damaged-log.js';

/** Runs statements, and copies the file and its log before the database is closed, as after a kill. */
function killed(...statements: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = new DatabaseSync(join(folder, 'open.db'));
  // Changes are written to the log early when the cache is small.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = 5; CREATE TABLE t (x TEXT)');
  for (const statement of statements) database.exec(statement);
  const path = join(folder, 'killed.db');
  for (const end of ['', '-wal']) copyFileSync(join(folder, `open.db${end}`), `${path}${end}`);
  database.close();
  return path;
}

const insert = (rows: number): string =>
  `INSERT INTO t SELECT hex(zeroblob(500)) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${rows}) SELECT i FROM n)`;

test.each<[string, readonly string[]]>([
  ['only committed changes', [insert(100)]],
  ['a large change that was undone', [insert(10), 'BEGIN', insert(2000), 'ROLLBACK']],
  [
    'a large change that was undone, then partly overwritten',
    [insert(10), 'BEGIN', insert(2000), 'ROLLBACK', insert(1)],
  ],
  ['a large change that is not committed', [insert(10), 'BEGIN', insert(2000)]],
  ['changes that overwrite older ones after a checkpoint', [insert(500), 'PRAGMA wal_checkpoint', insert(3)]],
])('a log with %s is intact', (_what, statements) => {
  const path = killed(...statements);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(4000);
  expect(isLogDamaged(path)).toBe(false);
});

test('a file without a log is intact', () => {
  expect(isLogDamaged(join(tmpdir(), 'parlance-no-such-file'))).toBe(false);
});
