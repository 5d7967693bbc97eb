import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { runTools } from '@parlance/inference';
import { textEditorTool, type TextEditorToolOptions } from './text-editor-tool.js';

const context = { toolUseId: 'toolu_1', signal: new AbortController().signal };

/** A folder with a file, beside a secret that is outside of it. */
async function startEditor(options: Partial<TextEditorToolOptions> = {}) {
  const parent = await temporaryFolder();
  const folder = join(parent.path, 'work');
  await mkdir(join(folder, 'src'), { recursive: true });
  await mkdir(join(parent.path, 'work-secrets'));
  await writeFile(join(parent.path, 'secret.txt'), 'secret');
  await writeFile(join(parent.path, 'work-secrets', 'key'), 'secret');
  await writeFile(join(folder, 'src', 'a.ts'), 'one\ntwo\nthree\n');
  const tool = textEditorTool({ folder, ...options });
  return {
    folder,
    parent: parent.path,
    use: (input: Record<string, unknown>) => tool.call(input, context),
    [Symbol.asyncDispose]: () => parent[Symbol.asyncDispose](),
  };
}

test.each(PLACES)('edits a file for the model (%s)', async (name) => {
  await using place = await openPlace(name);
  await using editor = await startEditor();
  const call = { command: 'str_replace', path: 'src/a.ts', old_str: 'two', new_str: '2' };
  const run = await runTools(place.client, {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user', content: `/tool str_replace_based_edit_tool ${JSON.stringify(call)}` }],
    tools: [textEditorTool({ folder: editor.folder })],
  });
  expect(run.steps[0]?.calls[0]).toMatchObject({ status: 'completed' });
  expect(await readFile(join(editor.folder, 'src/a.ts'), 'utf8')).toBe('one\n2\nthree\n');
});

describe('commands', () => {
  test('view shows a file with line numbers, a range of it, and a folder', async () => {
    await using editor = await startEditor();
    expect(await editor.use({ command: 'view', path: 'src/a.ts' })).toBe(
      '     1\tone\n     2\ttwo\n     3\tthree\n     4\t',
    );
    expect(await editor.use({ command: 'view', path: 'src/a.ts', view_range: [2, -1] })).toBe(
      '     2\ttwo\n     3\tthree\n     4\t',
    );
    await mkdir(join(editor.folder, 'node_modules'));
    await mkdir(join(editor.folder, 'src/deep/deeper'), { recursive: true });
    await writeFile(join(editor.folder, '.env'), 'hidden');
    const list = String(await editor.use({ command: 'view', path: '.' }));
    expect(list.split('\n').map((line) => line.split('\t')[1])).toEqual([
      undefined,
      './src/',
      './src/a.ts',
      './src/deep/',
    ]);
  });

  test('create writes a file and its folders', async () => {
    await using editor = await startEditor();
    const path = join(editor.folder, 'new/b.ts');
    expect(await editor.use({ command: 'create', path, file_text: 'b' })).toBe(
      `File created successfully at: ${path}`,
    );
    expect(await readFile(path, 'utf8')).toBe('b');
    expect(await readdir(join(editor.folder, 'new'))).toEqual(['b.ts']);
  });

  test.each([
    [0, 'new', 'new\none\ntwo\nthree\n'],
    [1, 'new\n', 'one\nnew\ntwo\nthree\n'],
    [3, 'x\ny', 'one\ntwo\nthree\nx\ny\n'],
    [1, '', 'one\n\ntwo\nthree\n'],
  ])('insert after line %i', async (line, text, content) => {
    await using editor = await startEditor();
    const call = { command: 'insert', path: 'src/a.ts', insert_line: line, insert_text: text };
    expect(await editor.use(call)).toMatch(/has been edited/);
    expect(await readFile(join(editor.folder, 'src/a.ts'), 'utf8')).toBe(content);
  });

  test.each([
    ['', 0, 'new', 'new'],
    ['', 0, 'new\n', 'new\n'],
    ['one', 0, 'new', 'new\none'],
    ['one', 1, 'new', 'one\nnew'],
    ['one', 1, 'new\n', 'one\nnew\n'],
    ['\n', 1, 'new', '\nnew\n'],
  ])('insert in %j after line %i', async (file_text, insert_line, insert_text, content) => {
    await using editor = await startEditor();
    await editor.use({ command: 'create', path: 'a', file_text });
    await editor.use({ command: 'insert', path: 'a', insert_line, insert_text });
    expect(await readFile(join(editor.folder, 'a'), 'utf8')).toBe(content);
  });

  test('keeps the permissions, line endings and byte order mark of a file', async () => {
    await using editor = await startEditor();
    const path = join(editor.folder, 'run.sh');
    await writeFile(path, '\uFEFFecho 1\r\necho 2\r\n');
    await chmod(path, 0o755);
    await editor.use({ command: 'str_replace', path: 'run.sh', old_str: '2', new_str: '$&' });
    expect(await readFile(path, 'utf8')).toBe('\uFEFFecho 1\r\necho $&\r\n');
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  test.each([
    [{ command: 'view', path: 'none' }, /does not exist/],
    [{ command: 'view', path: 'src/a.ts/below' }, /does not exist/],
    [{ command: 'view', path: 'src/a.ts', view_range: [3, 9] }, /Invalid `view_range`/],
    [{ command: 'create', path: 'src', file_text: '' }, /not a regular file/],
    [{ command: 'view', path: 'a'.repeat(300) }, /too long/],
    [{ command: 'create', path: 'a' }, /`file_text` is required/],
    [{ command: 'str_replace', path: 'src', old_str: 'a' }, /is a directory/],
    [{ command: 'str_replace', path: 'src/a.ts', old_str: 'four' }, /did not appear verbatim/],
    [{ command: 'str_replace', path: 'src/a.ts', old_str: 'o' }, /Multiple occurrences.*lines: 1, 2/],
    [{ command: 'str_replace', path: 'src/a.ts', old_str: '' }, /old_str is empty/],
    [{ command: 'insert', path: 'src/a.ts', insert_line: 4, insert_text: '' }, /\[0, 3\]/],
    [{ command: 'undo_edit', path: 'src/a.ts' }, /does not match the schema/],
  ])('%j fails', async (call, message) => {
    await using editor = await startEditor();
    await expect(editor.use(call)).rejects.toThrow(message);
    expect(await readFile(join(editor.folder, 'src/a.ts'), 'utf8')).toBe('one\ntwo\nthree\n');
  });
});

test('edits by several runs of one process are all kept', async () => {
  await using editor = await startEditor();
  const tools = [textEditorTool({ folder: editor.folder }), textEditorTool({ folder: editor.folder })];
  const edits = Array.from({ length: 20 }, (_, number) => {
    const call = { command: 'insert', path: 'src/a.ts', insert_line: 0, insert_text: `${number}` };
    return tools[number % 2]?.call(call, context);
  });
  await Promise.all(edits);
  expect((await readFile(join(editor.folder, 'src/a.ts'), 'utf8')).split('\n').length).toBe(24);
});

describe('paths cannot leave the folder', () => {
  test.each([
    '..',
    '../secret.txt',
    'src/../../secret.txt',
    '/etc/passwd',
    '../work-secrets/key',
    './/..//secret.txt',
    'a\0.txt',
  ])('%j', async (path) => {
    await using editor = await startEditor();
    for (const call of [
      { command: 'view', path },
      { command: 'create', path, file_text: 'changed' },
      { command: 'str_replace', path, old_str: 'secret', new_str: 'changed' },
    ])
      await expect(editor.use(call)).rejects.toThrow(/outside of the folder/);
    expect(await readFile(join(editor.parent, 'secret.txt'), 'utf8')).toBe('secret');
  });

  test('an absolute path beside the folder that starts with its name', async () => {
    await using editor = await startEditor();
    const path = `${editor.folder}-secrets/key`;
    await expect(editor.use({ command: 'view', path })).rejects.toThrow(/outside of the folder/);
  });

  test.each([
    ['link', '../secret.txt', 'link'],
    ['link', '..', 'link/secret.txt'],
    ['link', '../not-there', 'link'],
    ['link', '/etc', 'link/passwd'],
    ['link', 'link', 'link'],
  ])('a symbolic link %s -> %s, by %s', async (link, target, path) => {
    await using editor = await startEditor();
    await symlink(target, join(editor.folder, link));
    const before = await readdir(editor.parent);
    await expect(editor.use({ command: 'view', path })).rejects.toThrow(/outside of the folder/);
    await expect(editor.use({ command: 'create', path, file_text: 'x' })).rejects.toThrow(
      /outside of the folder/,
    );
    expect(await readdir(editor.parent)).toEqual(before);
    expect(await readFile(join(editor.parent, 'secret.txt'), 'utf8')).toBe('secret');
  });

  test('links within the folder, and a folder that is itself a link, can be used', async () => {
    await using editor = await startEditor();
    await symlink('src/a.ts', join(editor.folder, 'inside'));
    await symlink(editor.folder, join(editor.parent, 'alias'));
    const tool = textEditorTool({ folder: join(editor.parent, 'alias') });
    for (const path of ['inside', join(editor.parent, 'alias/inside'), join(editor.folder, 'inside')])
      expect(await tool.call({ command: 'view', path }, context)).toMatch(/one/);
  });
});

describe('limits', () => {
  test('large files, binary files and pipes are refused', async () => {
    await using editor = await startEditor({ maxFileBytes: 20 });
    await writeFile(join(editor.folder, 'big'), 'x'.repeat(21));
    await writeFile(join(editor.folder, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    execFileSync('mkfifo', [join(editor.folder, 'pipe')]);
    await expect(editor.use({ command: 'view', path: 'big' })).rejects.toThrow(/21 bytes, more than .* 20/);
    await expect(editor.use({ command: 'view', path: 'binary' })).rejects.toThrow(/not UTF-8/);
    await expect(editor.use({ command: 'view', path: 'pipe' })).rejects.toThrow(/not a regular file/);
    const call = { command: 'create', path: 'big2', file_text: 'x'.repeat(21) };
    await expect(editor.use(call)).rejects.toThrow(/more than the maximum/);
    expect(await readdir(editor.folder)).not.toContain('big2');
  });

  test('long results are shortened, without cutting a character', async () => {
    await using editor = await startEditor({ maxOutputBytes: 10 });
    await editor.use({ command: 'create', path: 'a', file_text: 'äää' });
    expect(await editor.use({ command: 'view', path: 'a' })).toBe('     1\tä\n[4 bytes omitted]');
  });

  // Searching such texts again from each occurrence takes more than the time limit of a test.
  test.each([
    ['line feeds', '\n'.repeat(100_000), '\n', /Multiple occurrences.*lines: 1, 2, .* and 99990 more\./s],
    [
      'one letter',
      'a'.repeat(1_000_000),
      `${'a'.repeat(100_000)}b${'a'.repeat(100_000)}`,
      /did not appear verbatim in a\.$/,
    ],
  ])('a search of %s ends, and its error is short', async (_, file_text, old_str, message) => {
    await using editor = await startEditor();
    await editor.use({ command: 'create', path: 'a', file_text });
    const failure: unknown = await editor
      .use({ command: 'str_replace', path: 'a', old_str })
      .catch((error: unknown) => error);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message.length).toBeLessThan(500);
  });

  test.each([
    { command: 'str_replace', path: 'src/a.ts', old_str: 'x'.repeat(10_000) },
    { command: 'str_replace', path: 'x/'.repeat(1000), old_str: 'x' },
    { command: 'view', path: 'x'.repeat(10_000) },
    { command: 'view', path: '../'.repeat(10_000) },
    { command: 'view', path: 'src/a.ts', view_range: Array.from({ length: 10_000 }, () => 1) },
    { command: 'view', path: 'src/a.ts', view_range: Array.from({ length: 1000 }, () => 'x') },
  ])('errors are shortened like results (%#)', async (call) => {
    await using editor = await startEditor({ maxOutputBytes: 1000 });
    const failure: unknown = await editor.use(call).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message.length).toBeLessThan(1100);
  });

  test('an insertion may have any number of lines', async () => {
    await using editor = await startEditor();
    const insert_text = '\n'.repeat(500_000);
    await editor.use({ command: 'insert', path: 'src/a.ts', insert_line: 1, insert_text });
    const content = await readFile(join(editor.folder, 'src/a.ts'), 'utf8');
    expect(content === `one\n${insert_text}two\nthree\n`).toBe(true);
  });

  test('max_characters of the definition limits what a view shows', async () => {
    await using editor = await startEditor({ definition: { max_characters: 5 } });
    expect(await editor.use({ command: 'view', path: 'src/a.ts' })).toBe(
      '     1\tone\n     2\tt\n[9 characters omitted]',
    );
  });
});

test.each([
  [{}, 'folder'],
  [{ folder: 1 }, 'folder'],
  [{ folder: '.', maxFileBytes: 0 }, 'maxFileBytes'],
  [{ folder: '.', maxBytes: 1 }, 'maxBytes'],
])('%j is refused', (options, option) => {
  expect(() => textEditorTool(options as never)).toThrow(expect.objectContaining({ option }));
});
