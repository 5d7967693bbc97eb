/* Prints the citations of a reply. */
import assert from 'node:assert/strict';
// #region Read citations
import { documentFromText, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const document = documentFromText('Grass is green. Sky is blue.', { title: 'Colors', citations: true });
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
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
