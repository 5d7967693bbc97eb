import type { Message } from '@parlance/schemas';
import { expect } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { asker, type Asked } from './ask.js';

/** A tool of the caller. */
export const look = { name: 'look', input_schema: { type: 'object' } };
export const search = { type: 'web_search_20260209', name: 'web_search' };
export const fetchTool = { type: 'web_fetch_20260309', name: 'web_fetch' };
export const code = { type: 'code_execution_20260120', name: 'code_execution' };
export const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'assistant-opus-4-7' };

/** An emulator that checks its responses, and functions that create messages with tools. */
export interface ToolAsker {
  readonly fake: Fake;
  send(tools: unknown[], text?: string, more?: object): Promise<Asked>;
  /** Creates a message with one tool, which must succeed. */
  call(tool: object, line: string, more?: object): Promise<Message>;
}

/** Starts an emulator that checks its responses. */
export function askTools(): ToolAsker {
  const fake = createFake({ checkResponses: true });
  const ask = asker(fake, '');
  const send: ToolAsker['send'] = (tools, text = 'hello', more = {}) =>
    ask('POST /v1/messages', {
      model: 'assistant-opus-4-6',
      max_tokens: 1000,
      messages: [{ role: 'user', content: text }],
      tools,
      ...more,
    });
  return {
    fake,
    send,
    call: async (tool, line, more = {}) => {
      const { status, json } = await send([tool], line, more);
      expect([status, status === 200 || json.error.message]).toEqual([200, true]);
      return json as Message;
    },
  };
}
