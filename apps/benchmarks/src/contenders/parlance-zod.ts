/** Parlance without validation, in a program that checks the same values with the same zod schemas. */
import { InferenceClient } from '@parlance/inference';
import { schemas } from '@parlance/schemas/validation';
import type { Contender } from './contender.ts';
import { requestParams, textLength } from './parlance.ts';

const { body, response } = schemas['messages.create'];
const { event: eventSchema } = schemas['messages.create'];

export function connect(baseUrl: string): Contender {
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789' });
  const checked = () => {
    const params = requestParams();
    body.parse(params);
    return params;
  };
  return {
    create: async () => {
      const message = await client.messages.create(checked());
      response.parse(message);
      return textLength(message);
    },
    stream: async () => {
      let characters = 0;
      for await (const event of client.messages.stream(checked())) {
        eventSchema.parse(event);
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
          characters += event.delta.text.length;
        }
      }
      return characters;
    },
  };
}
