import { Conversation, InferenceClient } from '@parlance/inference';

const client = new InferenceClient();
const conversation = new Conversation();
const background = 'Ada Lovelace wrote the first program. '.repeat(500);

for (const question of [`${background} Who was Ada?`, 'When was she born?', 'Where?']) {
  conversation.say(question);
  const reply = await client.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: conversation.cached(),
  });
  conversation.add(reply);
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = reply.usage;
  console.log(`${written} tokens written to the cache, ${read} read from it`);
}
