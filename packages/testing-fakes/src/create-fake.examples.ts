/** Examples for the README, run by the tests. */
import assert from 'node:assert/strict';
import { InferenceClient, RateLimitError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

/** Connects a client without a socket. */
export async function inProcess(): Promise<void> {
  // #region Test against the emulator
  const fake = createFake();
  const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

  const message = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
  });
  assert.equal(message.stop_reason, 'end_turn');
  // #endregion
}

/** Injects a fault. */
export async function fault(): Promise<void> {
  const fake = createFake();
  // #region Inject a fault
  fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, status: 429 }]);
  const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http(), retry: { maxRetries: 0 } };
  const inference = new InferenceClient(options);

  await assert.rejects(
    inference.messages.create({
      model: 'assistant-sonnet-4-6',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
    }),
    RateLimitError,
  );
  // #endregion
}

/** Scripts a reply. */
export async function script(): Promise<void> {
  const fake = createFake();
  const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  // #region Script replies
  fake.setScripts([{ steps: [{ reply: 'It is raining.' }] }]);

  const message = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'How is the weather?' }],
  });
  assert.equal(message.content[0]?.type === 'text' && message.content[0].text, 'It is raining.');
  assert.deepEqual(fake.scenarioProblems(), []);
  // #endregion
}
