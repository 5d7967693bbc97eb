/* Scripts a reply. */
// #region Script replies
import assert from 'node:assert/strict';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
fake.setScripts([{ steps: [{ reply: 'It is raining.' }] }]);
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'How is the weather?' }],
});
assert.equal(message.content[0]?.type === 'text' && message.content[0].text, 'It is raining.');
assert.deepEqual(fake.scenarioProblems(), []);
// #endregion
