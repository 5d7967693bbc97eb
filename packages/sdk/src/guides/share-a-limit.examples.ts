/* Shares a limit between clients. */
import assert from 'node:assert/strict';
// #region Share a limit
import { InferenceClient, localRateLimiter } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';

const rateLimiter = localRateLimiter({ requestsPerMinute: 3000, inputTokensPerMinute: 400_000 });
const inference = new InferenceClient({ rateLimiter });
const agents = new ManagedAgentsClient({ rateLimiter, priority: 'bulk' });
const reply = await inference.messages.create(
  { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
  { priority: 'interactive' },
);
const { data } = await agents.agents.list();
console.log(reply.content, data.length);
// #endregion

assert.equal(reply.stop_reason, 'end_turn');
assert(Array.isArray(data));
