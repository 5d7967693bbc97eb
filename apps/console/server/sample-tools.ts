/** Sample tools that run on this machine. They are harmless, and can fail to show how errors are handled. */
import { defineTool, type RunnableTool } from '@parlance/inference';

const currentTime = defineTool({
  name: 'current_time',
  description: 'Returns the current date and time, optionally in a time zone.',
  input: {
    type: 'object',
    properties: { time_zone: { type: 'string', description: 'IANA name, for example Europe/Berlin' } },
  },
  run: ({ time_zone: timeZone = 'UTC' }) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(),
});

const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => {
    const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
    return { words: Array.from(segments).filter(({ isWordLike }) => isWordLike).length };
  },
});

/** Sample tools for the browser console and the terminal. */
export const SAMPLE_TOOLS: readonly RunnableTool[] = [currentTime, countWords];
