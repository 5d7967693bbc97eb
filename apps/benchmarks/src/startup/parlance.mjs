/** The published build of `@parlance/inference`. */
import { InferenceClient } from '@parlance/inference';

export function load(baseUrl, options = {}) {
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789', ...options });
  const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] };
  return {
    call: () => client.messages.create(params),
    stream: async () => {
      let characters = 0;
      for await (const event of client.messages.stream(params)) {
        if (event.type === 'content_block_delta') characters += event.delta.text.length;
      }
      return characters;
    },
  };
}
