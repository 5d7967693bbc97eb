import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpCli();

/** An archive, without a database to search. */
async function setUp() {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = { export: { activities: { from }, requestsPerMinute: 1_000_000 } };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  const place = { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-search' } };
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  return place;
}

test('a missing database is built from the archive, and hits are counted', async () => {
  const place = await setUp();
  const search = (...options: readonly string[]) =>
    cli.run(['search', 'the', '--search-file', 'search.db', ...options], place);
  expect(await search()).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /search\.db does not exist\.\n {2}Check --search-file\. parlance export run --search-file FILE builds/,
    ),
  });
  expect((await cli.run(['export', 'run', '--search-file', 'search.db'], place)).code).toBe(0);
  const { total } = (await search('--json')).lines().at(-1) as { total: number };
  expect(total).toBeGreaterThan(10);
  const notes = async (...options: readonly string[]) => (await search(...options)).err.split('\n');
  expect((await notes('--limit', '1'))[0]).toBe(`1 of ${total} hits; use --limit and --offset for more`);
  expect((await notes('--offset', String(total - 1)))[0]).toBe(`1 of ${total} hits`);
  expect(await notes('--offset', String(total))).toEqual([
    `0 of ${total} hits`,
    'Not searched: 10 files of type application/sql (type)',
    'Not searched: 10 files of type image/png (type)',
    '',
  ]);
});

test('hits are compared with the archive, and somebody unknown is an error', async () => {
  const place = await setUp();
  const search = (...options: readonly string[]) =>
    cli.run(['search', 'the', '--search-file', 'search.db', ...options], place);
  expect((await cli.run(['export', 'run', '--search-file', 'search.db'], place)).code).toBe(0);
  const all = (await search('--json')).lines();
  const summary = all.at(-1) as { hits: number; total: number };
  expect(summary).toMatchObject({ refused: 0, scanned: false, compared: true, hits: summary.total });
  expect(all).toHaveLength(summary.total + 1);
  const unknown = await search('--user', 'nobody@example.com');
  expect([unknown.code, unknown.out]).toEqual([2, '']);
  expect(unknown.err).toContain('does not know the user "nobody@example.com"');
  const elsewhere = await search('--archive', 'nowhere', '--limit', '1');
  expect([elsewhere.code, elsewhere.err]).toEqual([
    0,
    expect.stringMatching(/^Hits are not compared with an archive: /),
  ]);

  const database = new DatabaseSync(path.join(place.cwd, 'search.db'));
  database.exec("UPDATE message_revisions SET text = text || ' changed'");
  database.close();
  const { code, out } = await search('--order', 'newest');
  expect([code, out]).toEqual([
    3,
    expect.stringMatching(/^Not shown: message \S+ of \S+: the database differs/m),
  ]);
});

test('what was found is written for a lawyer, with checksums', async () => {
  const place = await setUp();
  expect((await cli.run(['export', 'run', '--search-file', 'search.db'], place)).code).toBe(0);
  const search = ['search', 'the', '--search-file', 'search.db', '--export', 'matter'];
  const nameless = await cli.run(search, place);
  expect([nameless.code, nameless.err]).toEqual([2, expect.stringContaining('Add --by NAME.')]);
  const { out } = await cli.run([...search, '--by', 'ines@example.com'], place);
  expect(out).toMatch(/^[1-9]\d* hits in \d+ chats?, with \d+ files?: .+matter$/m);
  const folder = path.join(place.cwd, 'matter');
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder });
  const custody = JSON.parse(await readFile(path.join(folder, 'custody.json'), 'utf8')) as object;
  expect(custody).toMatchObject({ exported_by: 'ines@example.com', search: { text: 'the' } });
  const again = await cli.run([...search, '--by', 'ines@example.com'], place);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('new or empty folder')]);
});
