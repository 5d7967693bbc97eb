/* Validates requests, and reports responses that do not match the contract. */
import assert from 'node:assert/strict';
// #region Check requests and responses
import { InferenceClient, InvalidParamsError } from '@parlance/inference';
import { validator } from '@parlance/schemas/validation';

const inference = new InferenceClient({
  validation: validator({
    requests: 'throw',
    responses: 'observe',
    onDrift: (drift) => console.warn(drift),
  }),
});
let paths: string[] = [];
try {
  await inference.messages.create({ model: 'assistant-sonnet-4-6', max_tokens: -1, messages: [] });
} catch (error) {
  if (!InvalidParamsError.is(error)) throw error;
  paths = error.issues.map(({ path }) => path);
}
console.log(paths);
// #endregion

assert(paths.includes('body.max_tokens') || paths.includes('max_tokens'));
