/* Program of the guide on thinking. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Show thinking and continue
import { Conversation, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();

const conversation = new Conversation();
const request = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 4096,
  thinking: { type: 'enabled' as const, budget_tokens: 2048 },
};

// The emulator thinks what follows `/think`.
conversation.say('/think The riddle has two parts. What am I?');
const stream = inference.messages
  .stream({ ...request, messages: conversation.messages })
  .on('thinking', (text) => process.stdout.write(text))
  .on('text', (text) => process.stdout.write(text));
const message = await stream.finalMessage();
console.log(
  '\n',
  message.content.map(({ type }) => type),
);

// Send the reply back unchanged: thinking blocks are signed, and a changed one is rejected.
conversation.add(message).say('Are you sure?');
const next = await inference.messages.create({ ...request, messages: conversation.messages });
console.log(next.stop_reason, next.usage.output_tokens);
// #endregion

/** Checks what the program has done. */
export function theModelThought(): void {
  assert.equal(message.content[0]?.type, 'thinking');
  assert.equal(next.stop_reason, 'end_turn');
}
