/** A tool whose calls need approval above an amount, for tests. */
import { z } from 'zod';
import type { MessageParams } from '../messages.js';
import { defineTool, type RunnableTool } from '../tools/define-tool.js';

/** Refunds an amount. Amounts above 100 need approval. */
export const refund: RunnableTool = defineTool({
  name: 'refund',
  description: 'Refunds an amount',
  input: z.object({ amount: z.number() }),
  approval: ({ amount }) => amount > 100,
  run: ({ amount }) => `refunded ${amount}`,
});

/** Params of a message with one user turn. */
export function ask(content: string): Pick<MessageParams, 'model' | 'max_tokens' | 'messages'> {
  return {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user', content }],
  };
}
