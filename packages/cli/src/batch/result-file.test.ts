import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { MessageBatchIndividualResponse } from '@parlance/schemas/inference';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { expect, test } from 'vitest';
import { ResultFile } from './result-file.js';

function expired(id: string): MessageBatchIndividualResponse {
  return { custom_id: id, result: { type: 'expired' } };
}

async function write(file: string, size: number, ...ids: readonly string[]): Promise<number> {
  await using results = await ResultFile.open(file, { size, format: 'jsonl' });
  for (const id of ids) await results.add(expired(id));
  await results.sync();
  return results.size;
}

function idsIn(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as MessageBatchIndividualResponse).custom_id);
}

test('a restarted run replaces what was written after its checkpoint, also by fewer results', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'results.jsonl');
  const checkpoint = await write(file, 0, 'one');
  await write(file, checkpoint, 'two', 'three', 'four');
  expect(await write(file, checkpoint, 'two')).toBe(statSync(file).size);
  expect(idsIn(file)).toEqual(['one', 'two']);
});

test('a new run replaces the results of an earlier one', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'results.jsonl');
  await write(file, 0, 'one', 'two');
  await write(file, 0, 'three');
  expect(idsIn(file)).toEqual(['three']);
});

test('a file with fewer results than the checkpoint is refused, and kept', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'results.jsonl');
  const size = await write(file, 0, 'one');
  await expect(ResultFile.open(file, { size: size + 1, format: 'jsonl' })).rejects.toMatchObject({
    code: 'output_changed',
  });
  expect(idsIn(file)).toEqual(['one']);
});
