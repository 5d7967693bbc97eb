/** Examples of the helpers. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { Conversation, createStructured, documentFromText, InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { z } from 'zod';

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const model = 'assistant-sonnet-4-6';

/** Extracts data as validated JSON. */
export async function extract(): Promise<void> {
  // #region Get structured output
  const { value } = await createStructured(inference, {
    model,
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'Ada Lovelace was born in 1815.' }],
    output: z.object({ name: z.string(), born: z.int() }),
  });
  console.log(value.name, value.born);
  // #endregion
  assert.deepEqual(value, { name: 'text', born: 1 });
}

/** Prints the citations of a reply. */
export async function cite(): Promise<void> {
  // #region Read citations
  const document = documentFromText('Grass is green. Sky is blue.', { title: 'Colors', citations: true });
  const message = await inference.messages.create({
    model,
    max_tokens: 1024,
    messages: [{ role: 'user', content: [document, { type: 'text', text: 'What is green?' }] }],
  });
  for (const block of message.content) {
    if (block.type !== 'text') continue;
    for (const citation of block.citations ?? []) {
      if (citation.type === 'char_location') console.log(citation.document_title, citation.cited_text);
    }
  }
  // #endregion
  assert.equal(message.content.length, 2);
}

/** Continues a conversation with prompt caching. */
export async function converse(): Promise<void> {
  // #region Continue a conversation
  const conversation = new Conversation();
  for (const question of ['Who was Ada?', 'When was she born?']) {
    conversation.say(question);
    const messages = conversation.cached();
    conversation.add(await inference.messages.create({ model, max_tokens: 1024, messages }));
  }
  // #endregion
  assert.equal(conversation.messages.length, 4);
}
