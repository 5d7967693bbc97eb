/* Continues a conversation with prompt caching. */
import assert from 'node:assert/strict';
// #region Continue a conversation
import { Conversation, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const conversation = new Conversation();
for (const question of ['Who was Ada?', 'When was she born?']) {
  conversation.say(question);
  const messages = conversation.cached();
  const reply = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages,
  });
  conversation.add(reply);
}
console.log(conversation.messages);
// #endregion

assert.equal(conversation.messages.length, 4);
