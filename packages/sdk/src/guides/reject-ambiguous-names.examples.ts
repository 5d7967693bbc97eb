/* Rejects names that cannot be distinguished. */
import assert from 'node:assert/strict';
// #region Reject ambiguous names
import { ConfigError, InferenceClient } from '@parlance/inference';

let option: string | undefined;
try {
  const inference = new InferenceClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'key',
    naming: { vendor: 'acme', assistant: 'acme' },
  });
  await inference.models.list();
} catch (error) {
  if (!ConfigError.is(error)) throw error;
  option = error.option;
}
console.log(option);
// #endregion

assert.match(option ?? '', /^naming/);
