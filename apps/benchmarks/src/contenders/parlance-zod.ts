/** Parlance without validation, in a program that checks the same values with the same zod schemas. */
import { InferenceClient } from '@parlance/inference';
import { schemas } from '@parlance/schemas/validation';
import { messageParams } from '@parlance/testing/request';
import { PROMPT, workOf, type Contender } from './contender.ts';
import { deltaText, textOf } from './parlance.ts';

const { body, response, event: eventSchema } = schemas['messages.create'];

export function connect(baseUrl: string): Contender {
  const client = new InferenceClient({ baseUrl, apiKey: 'key-0123456789' });
  const checked = (prompt: string) => {
    const params = messageParams(prompt);
    body.parse(params);
    return params;
  };
  return workOf({
    create: async (prompt) => {
      const message = await client.messages.create(checked(prompt));
      response.parse(message);
      return textOf(message);
    },
    events: () => client.messages.stream(checked(PROMPT)),
    textOf: (event) => {
      eventSchema.parse(event);
      return deltaText(event);
    },
  });
}
