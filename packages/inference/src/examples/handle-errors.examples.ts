/* Distinguishes errors by class. */
import assert from 'node:assert/strict';
// #region Handle errors
import { ApiError, InferenceClient, StreamError } from '@parlance/inference';

const inference = new InferenceClient();
try {
  await inference.messages.create({ model: 'assistant-sonnet-4-6', max_tokens: 10, messages: [] });
} catch (error) {
  if (error instanceof ApiError) console.error(error.status, error.type, error.requestId);
  else if (error instanceof StreamError) console.error(error.reason, error.partial);
  else throw error;
}
// #endregion

await assert.rejects(
  inference.messages.create({ model: 'assistant-sonnet-4-6', max_tokens: 10, messages: [] }),
  ApiError,
);
