import { writeFile } from 'node:fs/promises';
import { InferenceClient } from '@parlance/inference';
import { blockFromFile } from '@parlance/inference/files';

await writeFile('colors.txt', 'Grass is green. Sky is blue.');
const document = await blockFromFile('colors.txt', { title: 'Colors', citations: true });

const message = await new InferenceClient().messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: [document, { type: 'text', text: 'What is green?' }] }],
});
for (const block of message.content) {
  if (block.type !== 'text') continue;
  console.log(block.text);
  for (const citation of block.citations ?? []) {
    if (citation.type === 'char_location')
      console.log(`  ${citation.document_title}: ${citation.cited_text}`);
  }
}
