/* Uses several clients behind one object. */
import assert from 'node:assert/strict';
// #region Use several clients
import { Parlance } from '@parlance/sdk';

const parlance = new Parlance();
const message = await parlance.inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
console.log(message.content);
const { data } = await parlance.compliance.activities.list({ limit: 10 });
for (const activity of data) console.log(activity.type);
await parlance.close();
// #endregion

assert.equal(message.stop_reason, 'end_turn');
assert.equal(data.length, 10);
