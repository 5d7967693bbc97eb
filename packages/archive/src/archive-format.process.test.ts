/** Verifies archives as the page about their format says: with `jq`, `sha256sum` and `zstd`, and without this package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { activities, chats, directory, files, messages, ndjson } from './index.js';
import { exportWorld, testFolder } from './testing/export-world.js';

const TOOLS = ['bash', 'jq', 'sha256sum', 'zstd'];

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/guides/archive-format.md'), 'utf8');
const program = /^```sh\n([^]*?)^```$/m.exec(page)?.[1] ?? '';

/** Returns the tools that are missing, after an attempt to install them. */
function missingTools(): readonly string[] {
  const missing = (): string[] => TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (
    missing().length > 0 &&
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['--version']).error === undefined
  )
    for (const args of [['update'], ['install', '--yes', 'jq', 'zstd']]) spawnSync('apt-get', args);
  return missing();
}

const missing = missingTools();

test('the tools of the page are installed', ({ annotate }) => {
  if (missing.length === 0) return;
  void annotate(`Not verified without ${missing.join(', ')}.`);
  expect(process.env['CI'] === undefined ? [] : missing).toEqual([]);
});

test.runIf(missing.length === 0).each([undefined, 'zstd'] as const)(
  'the program of the page verifies an archive, and finds a changed byte in each of its files: %s',
  { timeout: 300_000 },
  async (compress) => {
    const dir = testFolder();
    const world = exportWorld({ demo: { users: 3, chats: 4, activities: 10 } });
    await world.run({
      sources: [directory(), activities(), chats(), messages(), files()],
      activities: { window: '30d', history: '30d' },
      sinks: [ndjson({ dir, compress })],
    });
    const { head } = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')) as { head: string };
    expect(execFileSync('bash', ['-c', program, 'verify.sh', dir], { encoding: 'utf8' })).toBe(
      `intact: ${head}\n`,
    );

    for (const name of compress === undefined ? [] : await firstFileOfEachFolder(dir)) {
      const file = path.join(dir, name);
      const content = await readFile(file);
      const at = Math.floor(content.length / 2);
      await writeFile(file, content.with(at, content[at]! ^ 1));
      const { status, stderr } = spawnSync('bash', ['-c', program, 'verify.sh', dir], { encoding: 'utf8' });
      expect([name, status]).not.toEqual([name, 0]);
      expect(stderr).not.toBe('');
      await writeFile(file, content);
    }
  },
);

async function firstFileOfEachFolder(dir: string): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const name = path.relative(dir, path.join(entry.parentPath, entry.name));
    const [folder = ''] = name.split(path.sep);
    if (entry.isFile() && !found.has(folder)) found.set(folder, name);
  }
  expect([...found.keys()].sort()).toEqual(['certificates', 'files', 'manifest.json', 'segments']);
  return [...found.values()];
}
