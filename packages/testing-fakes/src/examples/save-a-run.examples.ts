/* Saves a run and opens it in another emulator. */
// #region Save a run
import assert from 'node:assert/strict';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
});
const text = JSON.stringify(fake.saveRun()); // write it to a file; `parlance-fakes open FILE` serves it

const again = createFake();
again.openRun(JSON.parse(text));
assert.deepEqual(again.world().state(), fake.world().state());
// #endregion
