/** `undici.request` with eventsource-parser, the baseline for very long lines. */
import { createParser } from 'eventsource-parser';
import { request } from 'undici';
import { PROMPT, type Contender } from './contender.ts';
import { bodyOf, RAW_HEADERS } from './raw.ts';

export function connect(baseUrl: string): Contender {
  return {
    stream: async () => {
      const response = await request(`${baseUrl}/v1/messages`, {
        method: 'POST',
        headers: RAW_HEADERS,
        body: bodyOf(PROMPT, true),
      });
      let characters = 0;
      const parser = createParser({
        onEvent: ({ data }) => {
          const event = JSON.parse(data) as { delta?: { text?: string } };
          characters += event.delta?.text?.length ?? 0;
        },
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
      return characters;
    },
  };
}
