import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();

async function setUp() {
  const cwd = await cli.folder();
  const env = {
    PARLANCE_BASE_URL: url,
    PARLANCE_API_KEY: 'api-default',
    PARLANCE_COMPLIANCE_KEY: 'compliance-default',
  };
  const api = (...argv: readonly string[]) => cli.run(['api', ...argv], { cwd, env });
  return { cwd, api };
}

interface Response {
  readonly response?: { readonly id: string; readonly filename?: string };
}

test('a file is uploaded and downloaded, with the same bytes', async () => {
  const { cwd, api } = await setUp();
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  await writeFile(path.join(cwd, 'data.pdf'), bytes);
  const uploaded = await api('files.upload', '--file', 'report.pdf=data.pdf', '--json');
  const [{ response } = {}] = uploaded.lines() as readonly Response[];
  expect(response).toMatchObject({
    filename: 'report.pdf',
    mime_type: 'application/pdf',
    size_bytes: 300_000,
  });
  // The service lets only files be downloaded that tools have made.
  const refused = await api('files.download', `file_id=${response?.id}`, '--output', 'copy.pdf');
  expect([refused.code, await readdir(cwd)]).toEqual([1, ['data.pdf']]);
});

test('a file of a chat is saved under its name once it is complete, and replaces none', async () => {
  const { cwd, api } = await setUp();
  const records = {
    users: [{ email: 'ada@example.com' }],
    chats: [
      {
        user: 'ada@example.com',
        messages: [
          {
            role: 'user' as const,
            text: 'x',
            files: [{ id: 'assistant_file_1', filename: 'a.txt', text: 'alpha' }],
          },
        ],
      },
    ],
  };
  fake.applyScenario({ records });
  const argv = ['chats.files.download', 'assistant_file_id=assistant_file_1', '--output', 'saved.txt'];
  const { code, lines } = await api(...argv, '--json');
  expect([code, lines()[0]]).toEqual([
    0,
    expect.objectContaining({
      type: 'download',
      path: path.join(cwd, 'saved.txt'),
      size_bytes: 5,
      filename: 'a.txt',
    }),
  ]);
  expect(await readFile(path.join(cwd, 'saved.txt'), 'utf8')).toBe('alpha');
  const again = await api(...argv);
  expect([again.code, again.err]).toEqual([4, expect.stringContaining('saved.txt exists')]);
});

test('the files of a skill keep their folder', async () => {
  const { cwd, api } = await setUp();
  await mkdir(path.join(cwd, 'csv-tools'));
  await writeFile(
    path.join(cwd, 'csv-tools/SKILL.md'),
    '---\nname: csv-tools\ndescription: Reads CSV.\n---\nRead it.\n',
  );
  await writeFile(path.join(cwd, 'csv-tools/read.py'), 'print(1)\n');
  await writeFile(path.join(cwd, 'body.json'), '{"display_title": "CSV tools"}');
  const files = ['--file', 'csv-tools/SKILL.md', '--file', 'csv-tools/read.py'];
  const { code, err, out } = await api('skills.create', ...files, '--body', 'body.json');
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ display_title: 'CSV tools' });
});

test.each([
  [['files.upload'], 'files.upload sends one file.'],
  [['files.upload', '--file', 'none.txt'], 'none.txt does not exist'],
  [['files.upload', '--file', 'a', '--file', 'b'], 'files.upload sends one file.'],
  [['skills.create', '--file', '../a/SKILL.md'], 'is outside of the current folder'],
  [['files.download', 'file_id=file_1'], 'files.download returns a file.'],
  [['models.list', '--file', 'a'], 'models.list sends no file.'],
  [['models.list', '--output', 'a'], 'models.list returns no file.'],
])('%j is refused before anything is sent', async (argv, message) => {
  const { api } = await setUp();
  const before = fake.journal().length;
  const { code, err } = await api(...argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(fake.journal().length).toBe(before);
});
