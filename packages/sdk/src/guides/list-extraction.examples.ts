/* Program of the guide on structured output. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Stream a list
import { InferenceClient, streamElements } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { z } from 'zod';

// An emulator with a list as its reply. Use your own service and key instead, without `http`.
const fake = createFake();
const elements = [{ city: 'Oslo' }, { city: 'Bergen' }, { city: 'Trondheim' }];
fake.setScripts([{ steps: [{ reply: JSON.stringify({ elements }) }] }]);
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const cities: string[] = [];
const stream = streamElements(inference, {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'List three cities in Norway.' }],
  element: z.object({ city: z.string() }),
});
for await (const { city } of stream) {
  cities.push(city);
  console.log(city);
}
// #endregion

/** Checks what the program has done. */
export function everyCityWasListed(): void {
  assert.deepEqual(cities, ['Oslo', 'Bergen', 'Trondheim']);
}
