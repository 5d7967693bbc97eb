import type { messageOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import type { ScenariosFor } from '../scenario.js';

const hello = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

export const messageScenarios: ScenariosFor<typeof messageOperations> = {
  'messages.create': async ({ inference }) => {
    const message = await inference.messages.create(hello);
    expect(message.content).toMatchObject([{ type: 'text', text: 'You said: hello' }]);
    expect(message.stop_reason).toBe('end_turn');

    const stream = inference.messages.stream(hello);
    let text = '';
    for await (const piece of stream.textStream()) text += piece;
    expect(text).toBe('You said: hello');
    const streamed = await inference.messages.stream(hello).finalMessage();
    expect({ ...streamed, id: '' }).toEqual({ ...message, id: '' });
  },
  'messages.countTokens': async ({ inference }) => {
    const { model, messages } = hello;
    const short = await inference.messages.countTokens({ model, messages });
    const long = await inference.messages.countTokens({ model, messages, system: 'Answer in one word.' });
    expect(short.input_tokens).toBeGreaterThan(0);
    expect(long.input_tokens).toBeGreaterThan(short.input_tokens);
  },
};
