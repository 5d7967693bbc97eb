/* Fetches the key when it is needed. */
import assert from 'node:assert/strict';
// #region Provide the key with a function
import { readFile } from 'node:fs/promises';
import { InferenceClient } from '@parlance/inference';

async function readKey(): Promise<string> {
  const file = process.env['KEY_FILE'];
  if (file !== undefined) return (await readFile(file, 'utf8')).trim();
  return process.env['PARLANCE_API_KEY'] ?? '';
}

const inference = new InferenceClient({ apiKey: readKey });
const { data } = await inference.models.list();
console.log(data.length);
// #endregion

assert.notEqual(data.length, 0);
