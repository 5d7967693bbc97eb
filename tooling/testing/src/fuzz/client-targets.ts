/** Targets in the client and the console: event streams and Markdown. */
import { ParlanceError } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import { MarkdownReader } from '../../../../apps/console/web/markdown/markdown-reader.ts';
import { respondingWith } from './respond.ts';
import { requireThat, type FuzzTarget } from './target.ts';

const MESSAGE = {
  model: 'assistant-opus-4-7' as const,
  max_tokens: 9,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Bytes of an event stream. Every stream ends with a message or a typed error. */
export function events(): FuzzTarget {
  let bytes: Buffer = Buffer.alloc(0);
  const client = new InferenceClient({
    baseUrl: 'https://fuzz.invalid',
    apiKey: 'api-default',
    http: respondingWith('text/event-stream', () => bytes),
    retry: { maxRetries: 0 },
  });
  return async (input) => {
    bytes = input;
    try {
      await client.messages.stream(MESSAGE).finalMessage();
    } catch (error) {
      requireThat(ParlanceError.is(error), String((error as Error).stack));
    }
  };
}

/** Markdown in replies, as a whole and while it arrives. */
export function markdown(): FuzzTarget {
  return (input) => {
    const text = input.toString();
    new MarkdownReader().read(text, true);
    const growing = new MarkdownReader();
    for (let part = 1; part <= 4; part++) growing.read(text.slice(0, (text.length * part) >> 2), part === 4);
    return Promise.resolve();
  };
}
