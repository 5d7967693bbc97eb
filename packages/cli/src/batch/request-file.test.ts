import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRequestFile, jsonRequests, readCheckedRequests } from './request-file.js';

async function fileOf(...lines: readonly (string | Buffer)[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'requests.jsonl');
  await writeFile(
    file,
    Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')]))),
  );
  return file;
}

const request = (content: string): string =>
  `{"custom_id":"a","params":{"model":"m","max_tokens":1,"messages":[{"role":"user","content":${content}}]}}`;

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test.each<[string, string | Buffer, string]>([
  ['Latin-1', Buffer.from(request('"café"'), 'latin1'), 'expected UTF-8'],
  ['half of a character', Buffer.concat([Buffer.from('{"custom_id":"'), Buffer.of(0xc3)]), 'expected UTF-8'],
  ['UTF-16', Buffer.from(request('"a"'), 'utf16le'), 'expected a JSON object'],
  ['a value that is nested too deeply', request(nested(1_000)), 'nested more than 1000 levels deep'],
  [
    'a value that is nested beyond the stack',
    request(nested(1_000_000)),
    'nested more than 1000 levels deep',
  ],
  ['a list', '[]', 'custom_id must be a string'],
  [
    'a misspelt parameter',
    request('"canary"').replace('max_tokens', 'max_token'),
    'params.max_tokens: is required; params: unknown key "max_token" (did you mean "max_tokens"?)',
  ],
  [
    'a wrong role',
    request('"canary"').replace('"user"', '"tool"'),
    'params.messages.0.role: must be user or assistant',
  ],
  ['an id that is too long', request('"canary"').replace('"a"', `"${'a'.repeat(65)}"`), 'custom_id: '],
])('names the line with %s', async (_, line, problem) => {
  const file = await fileOf(request('"sound"'), '', line);
  await expect(checkRequestFile(jsonRequests(file))).rejects.toThrow(`${file}:3: ${problem}`);
});

test('reads characters of every kind, and brackets in text, as they are', async () => {
  const contents = ['é\uFFFD😀', '\u2028 and \u2029', `\\"${nested(2_000)}`, '\\\\'];
  const file = await fileOf('\uFEFF' + request('"first"'), ...contents.map((text) => request(`"${text}"`)));
  const read: unknown[] = [];
  for await (const { params } of readCheckedRequests(
    jsonRequests(file),
    await checkRequestFile(jsonRequests(file)),
  ))
    read.push(params.messages[0]?.content);
  expect(read).toEqual(['first', 'é\uFFFD😀', '\u2028 and \u2029', `"${nested(2_000)}`, '\\']);
});

test('can leave the parameters to the service', async () => {
  const file = await fileOf(request('"sound"').replace('max_tokens', 'new_parameter'));
  expect((await checkRequestFile(jsonRequests(file), false)).count).toBe(1);
});
