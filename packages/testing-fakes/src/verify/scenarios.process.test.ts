import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scenariosOf } from './testing/write-scenarios.js';

const RECORD = path.join(import.meta.dirname, 'testing/record-cases.ts');

test('scenarios.json has the requests of the rule cases', { timeout: 900_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-cases-'));
  await promisify(execFile)(process.execPath, [RECORD, folder], { maxBuffer: 2 ** 26 });
  const lines = (await scenariosOf(folder)).map((scenario) => JSON.stringify(scenario));
  await rm(folder, { recursive: true });
  await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot('scenarios.json');
});
