/* Program of the guide on usage and cost reports. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Report usage and cost
import { AdminClient } from '@parlance/admin';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator. Use your own service and keys instead, without `http`.
const fake = createFake();
const options = { baseUrl: fake.url, http: fake.http() };
const inference = new InferenceClient({ ...options, apiKey: fake.keys.api });
const admin = new AdminClient({ ...options, adminKey: fake.keys.admin });

for (const model of ['assistant-opus-4-7', 'assistant-sonnet-4-6'])
  await inference.messages.create({
    model,
    max_tokens: 500,
    messages: [{ role: 'user', content: 'Why is the sky blue?' }],
  });

// The emulator's clock starts here. With your own service: the start of the month, for example.
const starting_at = '2026-06-01T00:00:00Z';
let tokens = 0;
for await (const day of admin.usage.messages({ starting_at, group_by: ['model'] }))
  for (const { model, uncached_input_tokens, output_tokens } of day.results) {
    tokens += uncached_input_tokens + output_tokens;
    console.log(day.starting_at.slice(0, 10), model, uncached_input_tokens, output_tokens);
  }

let cents = 0;
for await (const day of admin.cost.list({ starting_at, group_by: ['description'] }))
  for (const { description, amount } of day.results) {
    cents += Number(amount);
    console.log(day.starting_at.slice(0, 10), description, amount);
  }
console.log('total', tokens, 'tokens', (cents / 100).toFixed(6), 'USD');
// #endregion

/** Checks what the program has done. */
export function theReportsWereNotEmpty(): void {
  assert(tokens > 0 && cents > 0);
}
