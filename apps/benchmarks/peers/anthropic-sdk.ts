/** `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import { messageParams, TOOL } from '@parlance/testing/request';
import { count, PROMPT, rowsIn, workOf, type Contender } from '../src/contenders/contender.ts';

export function connect(baseURL: string): Contender {
  const client = new Anthropic({ baseURL, apiKey: 'key-0123456789' });
  const stream = () => client.messages.stream({ ...messageParams(PROMPT), tools: [TOOL] });
  return {
    ...workOf({
      create: async (prompt) => textOf(await client.messages.create(messageParams(prompt))),
      events: () => client.messages.create({ ...messageParams(PROMPT), stream: true }),
      textOf: (event) =>
        event.type === 'content_block_delta' && event.delta.type === 'text_delta'
          ? event.delta.text
          : undefined,
    }),
    pages: () => count(client.models.list({ limit: 1000 })),
    finalText: async () => textOf(await stream().finalMessage()).length,
    finalToolInput: async () => {
      const [block] = (await stream().finalMessage()).content;
      return block?.type === 'tool_use' ? rowsIn(block.input) : 0;
    },
    partialToolInput: async () => {
      let rows = 0;
      const events = stream();
      events.on('inputJson', (_piece: string, partial: unknown) => {
        rows = rowsIn(partial);
      });
      await events.finalMessage();
      return rows;
    },
  };
}

function textOf({ content: [block] }: Anthropic.Message): string {
  return block?.type === 'text' ? block.text : '';
}
