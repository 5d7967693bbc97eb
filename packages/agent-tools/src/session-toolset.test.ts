import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@parlance/core-transport';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sessionToolset, type SessionToolsetOptions } from './session-toolset.js';

/** Random paths; `npm run test:scale` sets more. */
const PATHS = Number(process.env['PARLANCE_TEST_PATHS'] ?? 1_000);

const SECRET = 'the secret beside the folder';

/** A folder beside a secret, and links that lead out of it. */
async function startTools(options: Partial<SessionToolsetOptions> = {}) {
  const parent = await temporaryFolder();
  const folder = join(parent.path, 'work');
  await mkdir(join(folder, 'src/deep'), { recursive: true });
  await mkdir(join(parent.path, 'work-other'));
  for (const file of ['secret', 'work-other/secret']) await writeFile(join(parent.path, file), SECRET);
  await writeFile(join(folder, 'src/a.ts'), 'one\ntwo\nthree');
  await symlink(parent.path, join(folder, 'out'));
  await symlink(join(parent.path, 'secret'), join(folder, 'link'));
  await symlink(join(parent.path, 'new'), join(folder, 'dangling'));
  const toolset = sessionToolset({ folder, ...options });
  onTestFinished(async () => {
    await toolset.close();
    await parent[Symbol.asyncDispose]();
  });
  const use = async (name: string, input: object, sessionId = 'sesn_1'): Promise<string> => {
    const tool = toolset.tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return String(
      await tool.call(input, { sessionId, toolUseId: 'sevt_1', signal: new AbortController().signal }),
    );
  };
  return { parent: parent.path, folder, toolset, use };
}

test('files are written, read in part, and edited', async () => {
  const { folder, use } = await startTools();
  expect(await use('write', { file_path: 'new/b.txt', content: 'x\ny\nz' })).toBe('Wrote new/b.txt');
  expect(await use('read', { file_path: 'new/b.txt', view_range: [2, 0] })).toBe('y\nz');
  expect(await use('read', { file_path: join(folder, 'src/a.ts'), view_range: [1, 2] })).toBe('one\ntwo');
  await use('edit', { file_path: 'src/a.ts', old_string: 'two', new_string: '2' });
  expect(await readFile(join(folder, 'src/a.ts'), 'utf8')).toBe('one\n2\nthree');
  await expect(use('edit', { file_path: 'src/a.ts', old_string: 'e', new_string: 'E' })).rejects.toThrow(
    'occurs 3 times',
  );
  const all = { file_path: 'src/a.ts', old_string: 'e', new_string: 'E', replace_all: true };
  expect(await use('edit', all)).toBe('Replaced 3 occurrences in src/a.ts');
  await expect(use('edit', { ...all, old_string: 'q' })).rejects.toThrow('was not found');
  await expect(use('read', { file_path: 'missing' })).rejects.toThrow('does not exist');
  await expect(use('read', { file_path: 'src/a.ts', view_range: [0, 1] })).rejects.toThrow('start at 1');
});

test('files and lines are found by patterns, in linear time', async () => {
  const { folder, use } = await startTools();
  await writeFile(join(folder, '.env'), 'KEY=1');
  await writeFile(join(folder, 'src/binary'), Buffer.from([0xff, 0xfe, 0x6f]));
  expect(await use('glob', { pattern: '**/*' })).toBe('.env\nsrc/a.ts\nsrc/binary');
  expect(await use('glob', { pattern: '*.ts', path: 'src' })).toBe('src/a.ts');
  expect(await use('grep', { pattern: '^t' })).toBe('src/a.ts:2:two\nsrc/a.ts:3:three');
  await writeFile(join(folder, 'src/long'), 'a'.repeat(50_000));
  expect(await use('grep', { pattern: '(a+)+$', path: 'src' })).toContain('src/long:1:');
  await expect(use('grep', { pattern: '(?=a)' })).rejects.toThrow('pattern');
  await expect(use('glob', { pattern: '' })).rejects.toThrow('pattern');
  await expect(use('glob', { pattern: '*', path: 'src/a.ts' })).rejects.toThrow('not a folder');
});

describe('commands', () => {
  test('each session has a shell of its own, without the secrets of this process', async () => {
    vi.stubEnv('PARLANCE_API_KEY', 'hidden-key');
    const { use } = await startTools({ maxShells: 2 });
    await use('bash', { command: 'cd src; word=kept' });
    await use('bash', { command: 'word=other' }, 'sesn_2');
    expect(await use('bash', { command: 'echo $word; basename $PWD' })).toBe('kept\nsrc\n');
    expect(await use('bash', { command: 'env' })).not.toContain('hidden-key');
    // The shell that was used longest ago is ended.
    await use('bash', { command: 'true' }, 'sesn_3');
    expect(await use('bash', { command: 'echo "[$word]"' }, 'sesn_2')).toBe('[]\n');
    expect(await use('bash', { restart: true })).toBe('The shell was restarted.');
  });

  test('a command ends after its own limit', async () => {
    const { use } = await startTools();
    await expect(use('bash', { command: 'sleep 60', timeout_ms: 50 })).rejects.toThrow('within 50 ms');
    expect(await use('bash', { command: 'echo again' })).toBe('again\n');
  });

  test('sessions can have folders of their own', async () => {
    const { parent, use } = await startTools({});
    const { toolset } = await startTools({
      folder: (id) => join(parent, id === 'a' ? 'work' : 'work-other'),
    });
    const bash = toolset.tools.find(({ definition }) => definition.name === 'bash');
    const context = { toolUseId: 'x', signal: new AbortController().signal };
    const at = async (sessionId: string) =>
      bash?.call({ command: 'basename $PWD' }, { ...context, sessionId });
    expect([await at('a'), await at('b')]).toEqual(['work\n', 'work-other\n']);
    expect(await use('bash', { command: 'basename $PWD' })).toBe('work\n');
  });
});

test('a page is fetched only with a function that decides about addresses', async () => {
  expect((await startTools()).toolset.tools.map(({ definition }) => definition.name)).not.toContain(
    'web_fetch',
  );
  const { use } = await startTools({ webFetch: (url) => Promise.resolve(`page of ${url}`) });
  expect(await use('web_fetch', { url: 'https://example.com' })).toBe('page of https://example.com');
});

const SEGMENTS = [
  '..',
  '.',
  '',
  'src',
  'SRC',
  'a.ts',
  'out',
  'link',
  'dangling',
  'work',
  'work-other',
  'secret',
  'new',
  '\0',
  '...',
  '~',
  'fifo',
];

test('no path of the model leaves the folder', { timeout: 1_200_000 }, async () => {
  const { parent, folder, use } = await startTools();
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  const segments = fc.array(fc.oneof(fc.constantFrom(...SEGMENTS), fc.string({ maxLength: 5 })), {
    maxLength: 6,
  });
  const start = fc.constantFrom(
    '',
    '/',
    './',
    '../',
    `${folder}/`,
    `${parent}/`,
    'src/../',
    '/proc/self/cwd/',
    '/dev/stdin/',
  );
  const paths = fc.tuple(start, segments).map(([from, parts]) => `${from}${parts.join('/')}`);
  const outcome = (name: string, input: object): Promise<string> =>
    use(name, input).catch((error: Error) => error.message);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      expect(await outcome('read', { file_path: path })).not.toContain(SECRET);
      await outcome('write', { file_path: path, content: 'written' });
      await outcome('edit', { file_path: path, old_string: 'secret', new_string: 'changed' });
      count += 1;
      // It visits what was written.
      if (count % 50 === 0) expect(await outcome('grep', { pattern: 'secret', path })).not.toContain(SECRET);
    }),
    { numRuns: PATHS },
  );
  const outside = execFileSync('find', [
    parent,
    '-path',
    folder,
    '-prune',
    '-o',
    '-type',
    'f',
    '-print',
  ]).toString();
  expect(outside.trim().split('\n').sort()).toEqual([
    join(parent, 'secret'),
    join(parent, 'work-other/secret'),
  ]);
  for (const file of ['secret', 'work-other/secret'])
    expect(await readFile(join(parent, file), 'utf8')).toBe(SECRET);
});

test.each([
  [{}, 'folder must be'],
  [{ folder: '' }, 'folder must be'],
  [{ folder: '.', maxShells: 0 }, 'maxShells must be'],
  [{ folder: '.', shell: 'zsh' }, 'shell is not an option'],
])('rejects %o', (options, problem) => {
  expect(() => sessionToolset(options as SessionToolsetOptions)).toThrow(ConfigError);
  expect(() => sessionToolset(options as SessionToolsetOptions)).toThrow(problem);
});
