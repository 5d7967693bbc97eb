/* Program of the guide on betas. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Use a beta
import { BadRequestError, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();

const params = {
  model: 'assistant-opus-4-5',
  max_tokens: 100_000,
  messages: [{ role: 'user' as const, content: 'Write a long story.' }],
};
const betas = ['output-128k-2025-02-19'];

// For one call, for all calls of a client, or for a client derived from another one.
const once = await inference.messages.create(params, { betas });
const always = inference.withOptions({ betas });
const again = await always.messages.create(params);
console.log(once.stop_reason, again.stop_reason);

// Without its beta name, the service rejects the request.
let rejected: BadRequestError | undefined;
try {
  await inference.messages.create(params);
} catch (error) {
  if (!BadRequestError.is(error)) throw error;
  rejected = error;
  console.log(error.status, error.serviceMessage);
}
// #endregion

/** Checks what the program has done. */
export function theBetaWasRequired(): void {
  assert.deepEqual([once.stop_reason, again.stop_reason], ['end_turn', 'end_turn']);
  assert.equal(rejected?.status, 400);
}
