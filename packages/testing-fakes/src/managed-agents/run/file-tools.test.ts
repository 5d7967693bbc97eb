import { describe, expect, test } from 'vitest';
import { verifies } from '../../testing/index.js';
import { createFake } from '../../fake/create-fake.js';
import { addFile } from '../../workspace/files.js';
import { stagedSession, type AnyEvent } from '../testing/staged-session.js';
import { Workspace } from './workspace.js';

async function worker(session: object = {}) {
  const staged = await stagedSession({ agent: { tools: [{ type: 'agent_toolset_20260401' }] }, session });
  const use = async (name: string, input: object): Promise<[text: string, isError: boolean]> => {
    const { since } = await staged.say(`/tool ${name} ${JSON.stringify(input)}`);
    const result = since.find(({ type }) => type === 'agent.tool_result') as AnyEvent;
    return [result.content[0].text, result.is_error];
  };
  return { ...staged, use };
}

test('read returns a file or a range of its lines', async () => {
  verifies('AGT-021');
  const { use } = await worker();
  await use('write', { file_path: 'notes/a.txt', content: 'one\ntwo\nthree\nfour' });
  const read = async (view_range?: number[]) =>
    (await use('read', { file_path: '/workspace/notes/a.txt', view_range }))[0];
  expect(await read()).toBe('one\ntwo\nthree\nfour');
  expect(await read([2, 3])).toBe('two\nthree');
  expect(await read([1, 1])).toBe('one');
  expect(await read([3, 0])).toBe('three\nfour');
  expect(await read([3, -1])).toBe('three\nfour');
  expect(await use('read', { file_path: 'none.txt' })).toEqual(['none.txt: no such file', true]);
  expect((await use('read', { file_path: '../../../etc/passwd' }))[1]).toBe(true);
  expect((await use('read', { file_path: 'notes/a.txt', view_range: [0, 1] }))[1]).toBe(true);
});

test.each([
  [{}, 'file_path: must be a string'],
  [{ file_path: 7 }, 'file_path: must be a string'],
  [{ file_path: 'a', view_range: [1] }, 'view_range: must be an array of two integers'],
  [{ file_path: 'a', view_range: [0, 1] }, 'view_range: line numbers start at 1'],
  [{ file_path: 'a', view_range: [3, 2] }, 'view_range: must not end before it starts'],
  [{ file_path: 'a', lines: 3 }, 'lines: unknown field'],
])('read rejects the input %j', async (input, problem) => {
  verifies('AGT-021');
  const { use } = await worker();
  await use('write', { file_path: 'a', content: 'x' });
  expect(await use('read', input)).toEqual([problem, true]);
});

test.each([
  [{ file_path: 'a' }, 'content: must be a string'],
  [{ content: 'a' }, 'file_path: must be a string'],
  [{ file_path: 'a', content: 'b', append: true }, 'append: unknown field'],
])('write rejects the input %j', async (input, problem) => {
  verifies('AGT-022');
  const { use } = await worker();
  expect(await use('write', input)).toEqual([problem, true]);
});

test.each([
  [null, 'ref: refs/heads/main\n'],
  [{ type: 'branch', name: 'next' }, 'ref: refs/heads/next\n'],
  [{ type: 'commit', sha: 'a'.repeat(40) }, `${'a'.repeat(40)}\n`],
])('a repository contains the files of the checkout %j', async (checkout, head) => {
  const repository = {
    type: 'githost_repository',
    url: 'https://githost.example/team/site',
    authorization_token: 'secret',
    ...(checkout !== null && { checkout }),
  };
  const { use } = await worker({ resources: [repository] });
  expect(await use('read', { file_path: '/workspace/site/.git/HEAD' })).toEqual([head, false]);
});

test('the scenario stages the files of a repository', async () => {
  const url = 'https://githost.example/team/site';
  const { use, fake } = await worker({
    resources: [{ type: 'githost_repository', url, authorization_token: 'secret' }],
  });
  expect(await use('read', { file_path: 'site/README.md' })).toEqual([`# ${url}\n`, false]);
  fake.applyScenario({ sessions: { repositories: { [url]: { 'src/main.py': 'print(1)' } } } });
  expect(await use('read', { file_path: 'site/src/main.py' })).toEqual(['print(1)', false]);
  expect((await use('read', { file_path: 'site/README.md' }))[1]).toBe(true);
});

test.each(['/main.py', '../main.py', 'src//main.py', '.git/HEAD', ''])(
  'a scenario cannot stage the path "%s" in a repository',
  (path) => {
    const sessions = { repositories: { 'https://githost.example/team/site': { [path]: '' } } };
    expect(() => createFake({ scenario: { sessions } })).toThrow('must be a path within the repository');
  },
);

test('the tools report whether a memory store is archived or deleted', async () => {
  const { ask, agent, environment, world } = await worker();
  const { json: store } = await ask('POST /v1/memory_stores', { name: 'Notes' });
  const { json: session } = await ask('POST /v1/sessions', {
    agent: agent.id,
    environment_id: environment.id,
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
  });
  const write = (): void => new Workspace(world, session.id).write('/mnt/memory/notes/a.md', 'text');
  await ask(`POST /v1/memory_stores/${store.id}/archive`);
  expect(write).toThrow('/mnt/memory/notes/a.md: the memory store is archived');
  await ask(`DELETE /v1/memory_stores/${store.id}`);
  expect(write).toThrow('/mnt/memory/notes/a.md: the memory store is deleted');
  const read = (): string => new Workspace(world, session.id).read('/mnt/memory/notes/a.md');
  expect(read).toThrow('/mnt/memory/notes/a.md: the memory store is deleted');
});

test('write overwrites the whole file', async () => {
  verifies('AGT-022');
  const { use } = await worker();
  await use('write', { file_path: 'a', content: 'long content' });
  await use('write', { file_path: 'a', content: 'x' });
  expect(await use('read', { file_path: 'a' })).toEqual(['x', false]);
  expect((await use('write', { file_path: 'a' }))[1]).toBe(true);
});

test('edit replaces one occurrence, or all with replace_all', async () => {
  const { use } = await worker();
  await use('write', { file_path: 'a', content: 'x y x' });
  const edit = (more: object) => use('edit', { file_path: 'a', old_string: 'x', new_string: '$&', ...more });
  expect((await edit({}))[1]).toBe(true);
  expect((await edit({ old_string: 'z' }))[1]).toBe(true);
  await edit({ replace_all: true });
  expect(await use('read', { file_path: 'a' })).toEqual(['$& y $&', false]);
});

test('glob and grep search the workspace', async () => {
  const { use } = await worker();
  for (const [file_path, content] of [
    ['src/a.ts', 'const one = 1;'],
    ['src/deep/b.ts', 'const two = 2;\nconst one = 3;'],
    ['README.md', 'one'],
  ])
    await use('write', { file_path, content });
  expect((await use('glob', { pattern: '**/*.ts' }))[0]).toBe(
    '/workspace/src/a.ts\n/workspace/src/deep/b.ts',
  );
  expect((await use('glob', { pattern: '*.{md,txt}' }))[0]).toBe('/workspace/README.md');
  expect((await use('grep', { pattern: 'one = \\d', path: 'src' }))[0]).toBe(
    '/workspace/src/a.ts:1:const one = 1;\n/workspace/src/deep/b.ts:2:const one = 3;',
  );
  expect((await use('grep', { pattern: '(' }))[1]).toBe(true);
});

test('finds a mounted file under any spelling of its path', async () => {
  verifies('SES-049');
  const { world, ask, agent, environment } = await stagedSession();
  const file = addFile(world, { filename: 'a.txt', mimeType: 'text/plain', data: Buffer.from('here') });
  const { json: session } = await ask('POST /v1/sessions', {
    agent: agent.id,
    environment_id: environment.id,
    resources: [{ type: 'file', file_id: file.id, mount_path: '/mnt//docs/./a.txt' }],
  });
  expect(session.resources[0].mount_path).toBe('/mnt//docs/./a.txt');
  expect(new Workspace(world, session.id).read('/mnt/docs/a.txt')).toBe('here');
});

test('makes files in the outputs directory downloadable', async () => {
  const { use, ask, fake, session } = await worker();
  await use('write', { file_path: '/mnt/session/outputs/report.txt', content: 'done' });
  const { json } = await ask(`GET /v1/files?scope_id=${session.id}`);
  expect(json.data).toMatchObject([
    { filename: 'report.txt', downloadable: true, scope: { id: session.id } },
  ]);
  const response = await fake.fetch(`${fake.url}/v1/files/${json.data[0].id}/content`, {
    headers: {
      'x-api-key': fake.keys.api,
      'vendor-version': '2023-06-01',
      'vendor-beta': 'files-api-2025-04-14',
    },
  });
  expect(await response.text()).toBe('done');
});

test('mounts memory stores as writable or read-only directories', async () => {
  const first = await worker();
  const stores: { id: string }[] = [];
  for (const name of ['Team Notes', 'Rules'])
    stores.push((await first.ask('POST /v1/memory_stores', { name })).json);
  await first.ask(`POST /v1/memory_stores/${stores[1]?.id}/memories`, {
    path: '/style.md',
    content: 'Be brief.',
  });
  const { json: session } = await first.ask('POST /v1/sessions', {
    agent: first.agent.id,
    environment_id: first.environment.id,
    resources: [
      { type: 'memory_store', memory_store_id: stores[0]?.id },
      { type: 'memory_store', memory_store_id: stores[1]?.id, access: 'read_only' },
    ],
  });
  const path = `/v1/sessions/${session.id}` as const;
  const use = async (name: string, input: object) => {
    await first.ask(`POST ${path}/events`, {
      events: [
        { type: 'user.message', content: [{ type: 'text', text: `/tool ${name} ${JSON.stringify(input)}` }] },
      ],
    });
    while ((await first.ask(`GET ${path}`)).json.status === 'running')
      await new Promise((resolve) => setImmediate(resolve));
    const { data } = (await first.ask(`GET ${path}/events?types[]=agent.tool_result&order=desc`)).json;
    return [data[0].content[0].text, data[0].is_error];
  };
  expect(await use('read', { file_path: '/mnt/memory/rules/style.md' })).toEqual(['Be brief.', false]);
  expect((await use('write', { file_path: '/mnt/memory/rules/style.md', content: 'x' }))[1]).toBe(true);
  expect((await use('write', { file_path: '/mnt/memory/team-notes/a.md', content: 'kept' }))[1]).toBe(false);
  // Memories written by a session obey the limits of the API.
  const workspace = new Workspace(first.world, session.id);
  for (const [name, content, problem] of [
    ['/a'.repeat(21), 'x', 'must have at most 20 segments'],
    ['/e\u0301', 'x', 'must be in Unicode normal form C'],
    ['/big', 'é'.repeat(51_201), 'a memory must be at most 102400 bytes'],
    ['/a.md/b', 'x', 'The path conflicts with the path of another memory.'],
  ] as const)
    expect(() => workspace.write(`/mnt/memory/team-notes${name}`, content)).toThrow(problem);
  const { json: versions } = await first.ask(
    `GET /v1/memory_stores/${stores[0]?.id}/memory_versions?view=full`,
  );
  expect(versions.data).toMatchObject([
    { path: '/a.md', content: 'kept', created_by: { type: 'session_actor', session_id: session.id } },
  ]);
});

describe('glob patterns', () => {
  test.each([
    ['/a/*.ts', '/a/b.ts', true],
    ['/a/*.ts', '/a/b/c.ts', false],
    ['/a/**/c.ts', '/a/c.ts', true],
    ['/a/**/c.ts', '/a/b/d/c.ts', true],
    ['/a/**', '/a/.b/c', true],
    ['/a/?.ts', '/a/bb.ts', false],
    ['/a/{x,y}.ts', '/a/y.ts', true],
    ['/a/[xy].ts', '/a/y.ts', true],
    ['/a/!(x).ts', '/a/x.ts', false],
    ['/a/{x', '/a/{x', true],
    ['/a/b+c', '/a/b+c', true],
    ['/a/b.c', '/a/bxc', false],
  ])('%s on %s: %s', async (pattern, path, matches) => {
    const { use } = await worker();
    await use('write', { file_path: path, content: '' });
    expect(await use('glob', { pattern })).toEqual([matches ? path : '', false]);
  });

  test('without a leading slash are relative to the search path', async () => {
    const { use } = await worker();
    for (const file_path of ['/a/[b]/c.ts', '/a/[b]/d/e.ts', '/a/b/c.ts'])
      await use('write', { file_path, content: '' });
    expect((await use('glob', { path: '/a/[b]', pattern: '*.ts' }))[0]).toBe('/a/[b]/c.ts');
    expect((await use('glob', { path: '/a/[b]', pattern: '**/*.ts' }))[0]).toBe('/a/[b]/c.ts\n/a/[b]/d/e.ts');
    expect((await use('glob', { path: '/', pattern: 'a/b/*' }))[0]).toBe('/a/b/c.ts');
  });
});

describe('an expensive pattern', () => {
  const letters = 'a'.repeat(60);

  test('is searched in linear time by grep', async () => {
    const { use } = await worker();
    await use('write', { file_path: 'letters', content: `${letters}!\n${letters}` });
    for (const pattern of ['(a|aa)+$', '(a+)+$', '(a*)*$', '((a|aa)+)+$'])
      expect(await use('grep', { pattern })).toEqual([
        expect.stringContaining(`/workspace/letters:2:${letters}`),
        false,
      ]);
    expect(await use('grep', { pattern: '(a|aa)+b' })).toEqual(['', false]);
  });

  test.each([
    ['a lookahead', '(?=a)b', 'RE2 syntax, without lookaround or backreferences'],
    ['a backreference', String.raw`(a)\1`, 'RE2 syntax, without lookaround or backreferences'],
    ['invalid syntax', '(', 'missing closing )'],
    ['more than 256 characters', 'a'.repeat(257), 'must have at most 256 characters'],
    ['too much work', '[ab]{900}'.repeat(20), 'is too complex for a text of this length'],
  ])('with %s is a tool error in grep', async (_, pattern, problem) => {
    const { use } = await worker();
    await use('write', { file_path: 'letters', content: letters.repeat(20) });
    const [text, isError] = await use('grep', { pattern });
    expect(isError).toBe(true);
    expect(text).toMatch(/^pattern: /);
    expect(text).toContain(problem);
  });

  test.each([
    ['stars', `${'*a'.repeat(30)}b`],
    ['directories', `${'**/*a/'.repeat(30)}b`],
    ['nested extended globs', '*(*(*(a)a)a)b'],
    ['alternatives', `${'{a,aa,*a}'.repeat(30)}b`],
  ])('with %s is a tool error in glob', async (_, pattern) => {
    const { use, retrieve } = await worker();
    await use('write', { file_path: letters, content: '' });
    await use('write', { file_path: 'aa/'.repeat(60).concat('c'), content: '' });
    expect(await use('glob', { pattern })).toEqual(['pattern: takes longer than 250 ms', true]);
    expect((await retrieve()).status).toBe('idle');
  });

  test('does not block other requests to the emulator', async () => {
    const { ask, path, send, use } = await worker();
    await use('write', { file_path: letters, content: `${letters}!` });
    const calls = ['grep {"pattern":"(a|aa)+$"}', `glob {"pattern":"${'*a'.repeat(30)}b"}`];
    const text = calls.map((call) => `/tool ${call}`).join('\n');
    const turn = send({ type: 'user.message', content: [{ type: 'text', text }] });
    const others = await Promise.all(Array.from({ length: 10 }, () => ask(`GET ${path}`)));
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const { since } = await turn;
    expect(since.filter(({ type }) => type === 'agent.tool_result').map((event) => event.is_error)).toEqual([
      false,
      true,
    ]);
  });
});
