/** Examples of the guides on naming and on browsers. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { FetchAdapter } from '@parlance/core-transport';
import { ConfigError, InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

/** Connects to a deployment with its own names. */
export async function naming(): Promise<void> {
  const fake = createFake({ naming: { vendor: 'acme', assistant: 'nimbus' } });
  const { url: baseUrl, keys } = fake;
  const http = fake.http();
  // #region Name a deployment
  const inference = new InferenceClient({
    baseUrl,
    apiKey: keys.api,
    http,
    naming: { vendor: 'acme', assistant: 'nimbus' },
  });
  // On the wire, the model is `nimbus-sonnet-4-6` and the header `acme-version`. Your code never uses these names.
  const message = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'The assistant is called assistant.' }],
  });
  // #endregion
  assert.equal(message.model, 'assistant-sonnet-4-6');
  assert.deepEqual(message.content, [
    { type: 'text', text: 'You said: The assistant is called assistant.', citations: null },
  ]);
}

/** Rejects names that cannot be distinguished. */
export async function ambiguousNaming(): Promise<void> {
  let refused: string | undefined;
  // #region Reject ambiguous names
  try {
    const inference = new InferenceClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'key',
      naming: { vendor: 'acme', assistant: 'acme' },
    });
    await inference.models.list();
  } catch (error) {
    if (!ConfigError.is(error)) throw error;
    refused = error.option;
  }
  // #endregion
  assert.match(refused ?? '', /^naming/);
}

/** Uses the fetch function of a platform. */
export async function ownFetch(): Promise<void> {
  const fake = createFake();
  const { url: baseUrl, keys } = fake;
  const env = { service: { fetch: fake.fetch } };
  // #region Use a custom fetch
  const inference = new InferenceClient({
    baseUrl,
    apiKey: keys.api,
    http: new FetchAdapter({ fetch: (input, init) => env.service.fetch(input, init) }),
  });
  const { data } = await inference.models.list();
  // #endregion
  assert.notEqual(data.length, 0);
}

/** Fetches the key when it is needed. */
export async function keyFunction(): Promise<void> {
  const fake = createFake();
  const { url: baseUrl } = fake;
  const http = fake.http();
  const readSecret = (_name: string): Promise<string> => Promise.resolve(fake.keys.api);
  // #region Provide the key with a function
  const inference = new InferenceClient({ baseUrl, http, apiKey: () => readSecret('service-key') });
  // #endregion
  assert.notEqual((await inference.models.list()).data.length, 0);
}
