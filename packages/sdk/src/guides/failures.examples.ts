/** Examples of the guides on errors, retries and deadlines. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  InferenceClient,
  RateLimitError,
  TimeoutError,
} from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Handles errors by class. */
export async function decide(): Promise<void> {
  const inference = new InferenceClient(options);
  const done: string[] = [];
  const later = (ms: number): void => void done.push(`later, in ${ms} ms`);
  fake.setFaults([{ times: 1, status: 429, headers: { 'retry-after': '3600' } }]);
  // #region Handle errors by class
  try {
    await inference.messages.create(params);
  } catch (error) {
    if (RateLimitError.is(error)) later(error.retryAfterMs ?? 60_000);
    else if (ApiError.is(error)) console.error(error.status, error.type, error.requestId);
    else if (TimeoutError.is(error)) console.error(error.phase, error.timeoutMs);
    else if (ConnectionError.is(error)) console.error(error.code, error.sent);
    else throw error;
  }
  // #endregion
  assert.deepEqual(done, ['later, in 3600000 ms']);
}

/** Configures the number of attempts. */
export async function configureRetries(): Promise<void> {
  fake.setFaults([{ times: 3, status: 503 }]);
  // #region Configure retries
  const inference = new InferenceClient({
    ...options,
    retry: { maxRetries: 3, baseDelayMs: 10, budget: { capacity: 20, refill: 0.1 } },
  });
  const message = await inference.messages.create(params);
  const { data } = await inference.models.list({}, { retry: { maxRetries: 0 } });
  // #endregion
  assert.equal(message.stop_reason, 'end_turn');
  assert.notEqual(data.length, 0);
}

/** Sets deadlines for a client and for a call. */
export async function deadlines(): Promise<void> {
  let phase: string | undefined;
  fake.setFaults([{ times: 1, stall: true }]);
  // #region Set deadlines
  const inference = new InferenceClient({ ...options, timeouts: { headersMs: 30_000, totalMs: 90_000 } });
  try {
    await inference.messages.create(params, { timeouts: { totalMs: 20 } });
  } catch (error) {
    if (!TimeoutError.is(error)) throw error;
    phase = error.phase; // 'total': the deadline that passed
  }
  // #endregion
  assert.equal(phase, 'total');
}

/** Aborts a call. */
export async function abort(): Promise<void> {
  const inference = new InferenceClient(options);
  let reason: unknown;
  fake.setFaults([{ times: 1, stall: true }]);
  // #region Abort a call
  const controller = new AbortController();
  const reply = inference.messages.create(params, { signal: controller.signal });
  controller.abort('the user left');
  try {
    await reply;
  } catch (error) {
    if (!AbortedError.is(error)) throw error;
    reason = error.reason;
  }
  // #endregion
  assert.equal(reason, 'the user left');
}
