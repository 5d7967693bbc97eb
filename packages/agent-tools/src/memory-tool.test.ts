import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { openPlace } from '@parlance/testing/places';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { runTools } from '@parlance/inference';
import { directoryMemory } from './directory-memory.js';
import type { MemoryBackend } from './memory-backend.js';
import { memoryStoreMemory } from './memory-store-memory.js';
import { memoryTool } from './memory-tool.js';

const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

interface Opened extends AsyncDisposable {
  readonly backend: MemoryBackend;
}

async function openDirectory(): Promise<Opened> {
  const folder = await temporaryFolder();
  return {
    backend: directoryMemory(join(folder.path, 'memories')),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function openStore(nulls: 'sent' | 'omitted'): Promise<Opened> {
  const fake = createFake({ checkResponses: true, nulls });
  const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const store = await client.memoryStores.create({ name: 'notes' });
  return {
    backend: memoryStoreMemory(client.memoryStores.memories, store.id),
    async [Symbol.asyncDispose]() {
      await client.close();
      await fake.close();
    },
  };
}

/** What a user would write for a database. */
function ownBackend(): MemoryBackend {
  const files = new Map<string, string>();
  const below = (path: string) =>
    [...files.keys()].filter((key) => key === path || key.startsWith(path === '/' ? '/' : `${path}/`));
  return {
    list: async (path) => {
      const found = below(path).filter((key) => key !== path);
      if (found.length === 0 && path !== '/') return undefined;
      return found.map((key) => ({ path: key, sizeBytes: Buffer.byteLength(files.get(key) ?? '') }));
    },
    read: async (path) => files.get(path),
    create: async (path, content) => !files.has(path) && files.set(path, content) !== undefined,
    replace: async (path, { content, previous }) =>
      files.get(path) === previous && files.set(path, content) !== undefined,
    delete: async (path) => below(path).map((key) => files.delete(key)).length > 0,
    rename: async (from, to) => {
      for (const key of below(from)) {
        files.set(to + key.slice(from.length), files.get(key) ?? '');
        files.delete(key);
      }
    },
  };
}

const BACKENDS: [string, () => Promise<Opened>][] = [
  ['a directory', openDirectory],
  ['a memory store', () => openStore('sent')],
  ['a memory store that omits nulls', () => openStore('omitted')],
  ['your own', async () => ({ backend: ownBackend(), [Symbol.asyncDispose]: async () => undefined })],
];

describe.each(BACKENDS)('memory in %s', (_, openBackend) => {
  async function openMemory() {
    const { backend, [Symbol.asyncDispose]: dispose } = await openBackend();
    const tool = memoryTool({ backend });
    return {
      tool,
      backend,
      use: (command: string, input: Record<string, unknown>) => tool.call({ command, ...input }, context),
      [Symbol.asyncDispose]: dispose,
    };
  }

  test('creates, views, edits, renames and deletes files', async () => {
    await using memory = await openMemory();
    const { use } = memory;
    const path = '/memories/notes/a.md';
    expect(await use('view', { path: '/memories' })).toBe(
      "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories/",
    );
    expect(await use('create', { path, file_text: 'one\ntwo\n' })).toBe(
      'File created successfully at: /memories/notes/a.md',
    );
    expect(await use('view', { path })).toBe(
      "Here's the content of /memories/notes/a.md with line numbers:\n     1\tone\n     2\ttwo\n     3\t",
    );
    expect(await use('str_replace', { path, old_str: 'two', new_str: '2' })).toMatch(
      /^The memory file has been edited\.\n {5}1\tone\n {5}2\t2/,
    );
    await use('insert', { path, insert_line: 1, insert_text: 'and a half\n' });
    expect(await use('view', { path, view_range: [1, 3] })).toMatch(/1\tone\n.*2\tand a half\n.*3\t2$/);
    await use('rename', { old_path: '/memories/notes', new_path: '/memories/old/notes' });
    expect(
      String(await use('view', { path: '/memories/' }))
        .split('\n')
        .slice(1),
    ).toEqual(['17B\t/memories/', '17B\t/memories/old/', '17B\t/memories/old/notes/']);
    expect(await use('delete', { path: '/memories/old' })).toBe('Successfully deleted /memories/old');
    await expect(use('view', { path: '/memories/old/notes/a.md' })).rejects.toThrow(/does not exist/);
  });

  test('a path that is the beginning of another one is a different path', async () => {
    await using memory = await openMemory();
    const { use } = memory;
    await use('create', { path: '/memories/ab', file_text: 'ab' });
    await expect(use('view', { path: '/memories/a' })).rejects.toThrow(/does not exist/);
    await use('create', { path: '/memories/a', file_text: 'a' });
    await use('delete', { path: '/memories/a' });
    expect(await use('view', { path: '/memories/ab' })).toMatch(/1\tab$/);
  });

  test.each([
    ['create', { path: '/memories/a.md', file_text: '' }, /File \/memories\/a.md already exists/],
    ['create', { path: '/memories', file_text: '' }, /cannot be changed/],
    ['create', { path: '/memories/b' }, /`file_text` is required/],
    ['delete', { path: '/memories/' }, /cannot be changed/],
    ['delete', { path: '/memories/b' }, /does not exist/],
    ['rename', { old_path: '/memories/b', new_path: '/memories/c' }, /does not exist/],
    ['rename', { old_path: '/memories/a.md', new_path: '/memories/a.md' }, /already exists/],
    ['insert', { path: '/memories/a.md', insert_line: 9, insert_text: '' }, /Invalid `insert_line`/],
    ['str_replace', { path: '/memories/a.md', old_str: 'x', new_str: '' }, /did not appear/],
  ])('%s %j fails', async (command, input, message) => {
    await using memory = await openMemory();
    await memory.use('create', { path: '/memories/a.md', file_text: 'a' });
    await expect(memory.use(command, input)).rejects.toThrow(message);
    expect(await memory.backend.read('/a.md', context)).toBe('a');
  });

  test.each([
    '/etc/passwd',
    '/memoriesX',
    '/memories/../secret',
    '/memories/a/../../secret',
    '/memories/./a',
    '/memories//a',
    'memories/a',
    '/memories/a\0b',
    '/memories/a\nb',
  ])('the path %j is refused', async (path) => {
    await using memory = await openMemory();
    await expect(memory.use('view', { path })).rejects.toThrow(/is invalid: it must/);
    await expect(memory.use('create', { path, file_text: 'x' })).rejects.toThrow(/is invalid: it must/);
  });

  test('an edit of content that no longer matches is refused', async () => {
    await using memory = await openMemory();
    await memory.backend.create('/a', 'one', context);
    const change = { content: 'mine', previous: 'older' };
    expect(await memory.backend.replace('/a', change, context)).toBe(false);
    expect(await memory.backend.read('/a', context)).toBe('one');
  });

  test('calls of one reply run one after the other', async () => {
    await using memory = await openMemory();
    await using place = await openPlace('in process');
    await memory.use('create', { path: '/memories/a', file_text: 'x' });
    const calls = ['1', '2', '3'].map((insert_text) => ({
      command: 'insert',
      path: '/memories/a',
      insert_line: 0,
      insert_text,
    }));
    const content = calls.map((call) => `/tool memory ${JSON.stringify(call)}`).join('\n');
    const run = await runTools(place.client, {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1000,
      messages: [{ role: 'user', content }],
      tools: [memory.tool],
    });
    expect(run.steps[0]?.calls.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(await memory.backend.read('/a', context)).toBe('3\n2\n1\nx');
  });
});

test('a directory is not left by symbolic links', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'memories');
  await mkdir(folder);
  await writeFile(join(parent.path, 'secret'), 'secret');
  await symlink('..', join(folder, 'up'));
  await symlink('../secret', join(folder, 'file'));
  await symlink('../new', join(folder, 'dangling'));
  const tool = memoryTool({ backend: directoryMemory(folder) });
  const use = (command: string, input: Record<string, unknown>) => tool.call({ command, ...input }, context);
  for (const path of ['/memories/up/secret', '/memories/file', '/memories/dangling', '/memories/up']) {
    await expect(use('view', { path })).rejects.toThrow(/outside of the folder/);
    await expect(use('create', { path, file_text: 'x' })).rejects.toThrow(/outside of the folder/);
    await expect(use('delete', { path })).rejects.toThrow(/outside of the folder/);
  }
  await use('create', { path: '/memories/mine', file_text: 'mine' });
  await expect(use('rename', { old_path: '/memories/mine', new_path: '/memories/up/mine' })).rejects.toThrow(
    /outside of the folder/,
  );
  expect(await use('view', { path: '/memories' })).not.toMatch(/secret|\/up|\/file/);
  expect((await readdir(parent.path)).sort()).toEqual(['memories', 'secret']);
  expect(await readFile(join(parent.path, 'secret'), 'utf8')).toBe('secret');
});

test('a directory refuses files above its limit', async () => {
  await using folder = await temporaryFolder();
  const tool = memoryTool({ backend: directoryMemory(folder.path, { maxFileBytes: 3 }) });
  const call = { command: 'create', path: '/memories/a', file_text: 'four' };
  await expect(tool.call(call, context)).rejects.toThrow(/4 bytes, more than the maximum of 3/);
});

describe('changes of a directory at the same time', () => {
  /** Two memories of one directory, as in two runs. */
  async function openTwice() {
    const folder = await temporaryFolder();
    const use = [0, 1].map(() => {
      const tool = memoryTool({ backend: directoryMemory(join(folder.path, 'memories')) });
      return (command: string, input: Record<string, unknown>) => tool.call({ command, ...input }, context);
    }) as [MemoryUse, MemoryUse];
    const content = (name: string) => readFile(join(folder.path, 'memories', name), 'utf8');
    return { use, content, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  }
  type MemoryUse = (command: string, input: Record<string, unknown>) => Promise<unknown>;
  const succeeded = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length;

  test('are confirmed only if they are kept', async () => {
    await using memory = await openTwice();
    const path = '/memories/a';
    await memory.use[0]('create', { path, file_text: 'start\n' });
    let confirmed = 0;
    for (let pair = 0; pair < 20; pair++) {
      const edits = memory.use.map((use, index) =>
        use('insert', { path, insert_line: 0, insert_text: `${pair} ${index}` }),
      );
      confirmed += succeeded(await Promise.allSettled(edits));
    }
    expect((await memory.content('a')).split('\n').length - 2).toBe(confirmed);
  });

  test('create one file, and move one file to a path', async () => {
    await using memory = await openTwice();
    const [first, second] = memory.use;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const path = `/memories/${name}`;
      const created = memory.use.map((use, index) => use('create', { path, file_text: `${index}` }));
      const results = await Promise.allSettled(created);
      expect(succeeded(results)).toBe(1);
      expect(await memory.content(name)).toBe(results[0]?.status === 'fulfilled' ? '0' : '1');
    }
    const moves = [
      first('rename', { old_path: '/memories/a', new_path: '/memories/new' }),
      second('rename', { old_path: '/memories/b', new_path: '/memories/new' }),
    ];
    expect(succeeded(await Promise.allSettled(moves))).toBe(1);
    const list = String(await first('view', { path: '/memories' }));
    expect(list.match(/\/memories\/(a|b|new)$/gm)?.length).toBe(2);
  });
});

test('a directory and its files are accessible to their owner only', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'all', 'memories');
  const tool = memoryTool({ backend: directoryMemory(folder) });
  const use = (command: string, input: Record<string, unknown>) => tool.call({ command, ...input }, context);
  const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8);
  await use('create', { path: '/memories/notes/a', file_text: 'a' });
  await use('rename', { old_path: '/memories/notes/a', new_path: '/memories/moved/a' });
  for (const path of ['..', '.', 'notes', 'moved']) expect([path, await modeOf(path)]).toEqual([path, '700']);
  expect(await modeOf('moved/a')).toBe('600');
  await chmod(join(folder, 'moved/a'), 0o644);
  await use('str_replace', { path: '/memories/moved/a', old_str: 'a', new_str: 'b' });
  expect(await modeOf('moved/a')).toBe('600');
});

test('the lock file of a directory is not part of the memory', async () => {
  await using folder = await temporaryFolder();
  const tool = memoryTool({ backend: directoryMemory(folder.path) });
  const use = (command: string, input: Record<string, unknown>) => tool.call({ command, ...input }, context);
  await use('create', { path: '/memories/a', file_text: 'a' });
  for (const path of ['/memories/.lock', '/memories/.LOCK']) {
    await expect(use('view', { path })).rejects.toThrow(/cannot be used/);
    await expect(use('delete', { path })).rejects.toThrow(/cannot be used/);
    await expect(use('create', { path, file_text: '' })).rejects.toThrow(/cannot be used/);
    await expect(use('rename', { old_path: '/memories/a', new_path: path })).rejects.toThrow(
      /cannot be used/,
    );
  }
  expect(await directoryMemory(folder.path).list('/', context)).toEqual([{ path: '/a', sizeBytes: 1 }]);
});

test('a concurrent change of a memory store is not overwritten', async () => {
  await using fake = createFake({ checkResponses: true });
  await using client = new ManagedAgentsClient({
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    http: fake.http(),
  });
  const store = await client.memoryStores.create({ name: 'notes' });
  const { memories } = client.memoryStores;
  const { id } = await memories.create(store.id, { path: '/a', content: 'old' });
  const racing = memoryStoreMemory(
    {
      create: (...args) => memories.create(...args),
      list: (...args) => memories.list(...args),
      delete: (...args) => memories.delete(...args),
      update: async (...args) => {
        await memories.update(store.id, id, { content: 'theirs' });
        return memories.update(...args);
      },
    },
    store.id,
  );
  const call = { command: 'str_replace', path: '/memories/a', old_str: 'old', new_str: 'mine' };
  await expect(memoryTool({ backend: racing }).call(call, context)).rejects.toThrow(
    /changed at the same time/,
  );
  expect((await memories.retrieve(store.id, id)).content).toBe('theirs');
});

test.each([
  [{}, 'backend'],
  [{ backend: {} }, 'backend'],
  [{ backend: ownBackend(), maxOutputBytes: 0 }, 'maxOutputBytes'],
])('%j is refused', (options, option) => {
  expect(() => memoryTool(options as never)).toThrow(expect.objectContaining({ option }));
});
