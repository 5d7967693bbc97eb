/* Program of the guide on rate limits. The tests run it against the emulator. */
// #region Make many calls
import { InferenceClient, mapCalls } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that rejects three requests. Use your own service and key instead, without `http`.
const fake = createFake();
fake.setFaults([{ times: 3, status: 429, headers: { 'retry-after-ms': '100' } }]);
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

function* questions(): Generator<string> {
  for (let number = 1; number <= 200; number += 1) yield `What is the square of ${number}?`;
}

let answered = 0;
const results = mapCalls(
  questions(),
  (content, options) =>
    inference.messages.create(
      { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content }] },
      options, // Aborts the call with the loop, and reports its waits to `mapCalls`.
    ),
  {
    concurrency: 'auto',
    onProgress: ({ succeeded, failed }) => console.log(`${succeeded} answered, ${failed} failed`),
  },
);
for await (const result of results) {
  if (result.status === 'fulfilled') answered += 1;
  else console.error(result.item, result.error); // The other questions continue.
}
console.log(`${answered} answers`);
// #endregion

/** Checks what the program has done. */
export function everyQuestionIsAnswered(): void {
  if (answered !== 200) throw new Error(`expected 200 answers, not ${answered}`);
}
