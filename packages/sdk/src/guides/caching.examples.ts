/* Program of the guide on caching. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Cache a conversation
import { Conversation, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();

const manual = 'The manual of the machine. '.repeat(500);
const request = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  // The manual is the same in every request, so it has a breakpoint of its own, for an hour.
  system: [
    {
      type: 'text' as const,
      text: manual,
      cache_control: { type: 'ephemeral' as const, ttl: '1h' as const },
    },
  ],
};

const conversation = new Conversation();
const read: number[] = [];
for (const question of ['How do I start it?', 'How do I stop it?', 'How do I clean it?']) {
  conversation.say(question);
  const reply = await inference.messages.create({ ...request, messages: conversation.cached() });
  conversation.add(reply);
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = reply.usage;
  read.push(cache_read_input_tokens ?? 0);
  console.log(
    'read',
    cache_read_input_tokens ?? 0,
    'written',
    cache_creation_input_tokens ?? 0,
    'new',
    input_tokens,
  );
}
// #endregion

/** Checks what the program has done. */
export function laterQuestionsReadTheCache(): void {
  assert.equal(read[0], 0);
  assert((read[1] ?? 0) > 2000 && (read[2] ?? 0) > (read[1] ?? 0));
}
