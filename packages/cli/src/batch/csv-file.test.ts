/** Accidents with files that people or spreadsheets write, and with templates. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { csvRequests, type CsvTemplate } from './csv-file.js';
import { checkRequestFile, type RequestFileFacts } from './request-file.js';

const DEFAULTS = { prompt: 'Summarize {text}', model: 'assistant-haiku-4-5', maxTokens: 10 };

interface Read {
  readonly ids: readonly string[];
  readonly prompts: readonly unknown[];
  readonly facts: RequestFileFacts;
  readonly file: string;
}

/** Checks and reads a file. */
async function read(
  content: string | Uint8Array,
  template: Partial<CsvTemplate> = {},
  name = 'a.csv',
): Promise<Read> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  const source = csvRequests(file, { ...DEFAULTS, ...template });
  const facts = await checkRequestFile(source);
  const ids: string[] = [];
  const prompts: unknown[] = [];
  for await (const { request } of source.read()) {
    ids.push(request.custom_id);
    prompts.push(request.params.messages[0]?.content);
  }
  return { ids, prompts, facts, file };
}

test.each<[string, string, readonly string[]]>([
  ['a byte order mark', '\uFEFFtext\nA\n', ['Summarize A']],
  ['line ends of Windows', 'text\r\nA\r\nB\r\n', ['Summarize A', 'Summarize B']],
  ['line ends of old systems', 'text\rA\rB', ['Summarize A', 'Summarize B']],
  ['different line ends', 'text\nA\r\nB\n', ['Summarize A', 'Summarize B']],
  ['no line end after the last row', 'text\nA', ['Summarize A']],
  ['quotes, with a comma, quotes and a line break', 'text\n"A, ""B""\nC"\n', ['Summarize A, "B"\nC']],
  ['a quoted header', '"text",note\nA,\n', ['Summarize A']],
  ['spaces around a name', 'id, text \n1,A\n', ['Summarize A']],
  ['empty rows, also with cells', 'text,note\n\nA,\n,\n  ,\n', ['Summarize A']],
  ['columns without a name', 'text,,\nA,x,y\n', ['Summarize A']],
  ['names of members of objects', 'text,__proto__,constructor\nA,x,y\n', ['Summarize A']],
  ['braces and templates in a cell', 'text\n{text} {{x}} $1\n', ['Summarize {text} {{x}} $1']],
  ['characters of every kind', 'text\né😀\u2028x\n', ['Summarize é😀\u2028x']],
  ['an upper-case name', 'Text,text\nA,b\n', ['Summarize b']],
])('reads %s', async (_, content, prompts) => {
  expect((await read(content)).prompts).toEqual(prompts);
});

test('reads a cell of 10 MB', async () => {
  const { prompts, facts } = await read(`text\n"${'x'.repeat(10_000_000)}"\n`);
  expect(String(prompts[0])).toHaveLength(10_000_010);
  expect(facts).toMatchObject({ count: 1, maxOutputTokens: 10 });
  expect(facts.inputTokens).toBeGreaterThan(2_500_000);
});

test('reads other separators, ids of a column, and a system prompt', async () => {
  const semicolons = { delimiter: ';', prompt: '{a}: {b}', system: 'For {c}', idColumn: 'c' };
  expect(await read('a;b;c\n1,5;2;x\n', semicolons)).toMatchObject({ ids: ['x'], prompts: ['1,5: 2'] });
  expect((await read('id\ttext\n1\tA\n', {}, 'a.tsv')).prompts).toEqual(['Summarize A']);
  expect((await read('text\nA\nB\n', { prompt: '{{"a": "{ text }"}}' })).prompts[1]).toBe('{"a": "B"}');
});

test.each<[string, string | Uint8Array, Partial<CsvTemplate>, string, string?]>([
  ['an empty file', '', {}, 'a.csv: has no header'],
  ['a header alone', 'text\n', {}, 'a.csv: has no rows below the header'],
  [
    'a file that is not UTF-8',
    Buffer.from('text\ncafé\n', 'latin1'),
    {},
    'a.csv: expected UTF-8',
    'CSV UTF-8',
  ],
  [
    'half of a character at the end',
    Buffer.from([0x74, 0x65, 0x78, 0x74, 0x0a, 0xc3]),
    {},
    'a.csv: expected UTF-8',
  ],
  ['UTF-16 with its mark', Buffer.from('\uFEFFtext\nA\n', 'utf16le'), {}, 'a.csv: expected UTF-8'],
  ['UTF-16', Buffer.from('text\nA\n', 'utf16le'), {}, 'expected UTF-8, not UTF-16'],
  [
    'a spreadsheet',
    Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe]),
    {},
    'a.csv: expected UTF-8',
    'CSV UTF-8',
  ],
  ['a column that is missing', 'txt\nA\n', {}, 'that the file does not have: "text"', 'Did you mean {txt}?'],
  ['another case', 'Text\nA\n', {}, 'that the file does not have: "text"', 'Did you mean {Text}?'],
  ['an unknown placeholder', 'text,id\nA,1\n', { prompt: '{summary}' }, '"summary"', 'Columns: text, id.'],
  [
    'an empty placeholder',
    'text,\nA,1\n',
    { prompt: '{}' },
    'names a column that the file does not have: ""',
  ],
  [
    'semicolons',
    'id;text\n1;A\n',
    {},
    'a.csv:1: the header has one column',
    'separated by ";", add --delimiter',
  ],
  ['a template without a column', 'text\nA\n', { prompt: 'Summarize' }, '--prompt names no column'],
  ['an empty template', 'text\nA\n', { prompt: '' }, '--prompt names no column'],
  [
    'a brace that is not closed',
    'text\nA\n',
    { prompt: 'Summarize {text' },
    '--prompt has a { without',
    '{{ or }}',
  ],
  [
    'JSON in a template',
    'text\nA\n',
    { prompt: '{"a": {text}}' },
    '--prompt has a { without its counterpart',
  ],
  ['two columns with one name', 'text,text\nA,B\n', {}, 'a.csv:1: two columns are named "text"'],
  ['a row with too few cells', 'text,id\nA,1\nB\n', {}, 'a.csv:3: the row has 1 cells, but the header has 2'],
  [
    'a comma that is not quoted',
    'text,id\nA, B,1\n',
    {},
    'a.csv:2: the row has 3 cells, but the header has 2',
  ],
  ['a row without the text', 'text,id\nA,1\n ,2\n', {}, 'a.csv:3: the row has no text for {text}'],
  ['a quote that is not closed', 'text\n"A\nB\n', {}, 'a cell starts with a quote that is not closed'],
  ['text after a quote', 'text\n"A"B\n', {}, 'a.csv:2: a quote is followed by more text'],
  [
    'a quote within a cell',
    'text\nA "B"\n',
    {},
    'a.csv:2: a quote is within a cell that does not start with one',
  ],
  ['a row of more than 32 MB', `text\n"${'x'.repeat(34_000_000)}"\n`, {}, 'the row has more than 32 MB'],
  ['an id that occurs twice', 'text,id\nA,1\nB,1\n', { idColumn: 'id' }, 'a.csv:3: the id is that of '],
  ['an id that the service refuses', 'text,id\nA,a b\n', { idColumn: 'id' }, 'a.csv:2: custom_id: '],
  [
    'an id column that is missing',
    'text\nA\n',
    { idColumn: 'id' },
    '--id-column names a column that the file does not have',
  ],
  ['a placeholder of the system prompt', 'text\nA\n', { system: 'For {user}' }, '--system names a column'],
])('refuses %s', async (_, content, template, message, hint) => {
  const error: unknown = await read(content, template).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  if (hint !== undefined) expect(error).toMatchObject({ hint: expect.stringContaining(hint) });
});
