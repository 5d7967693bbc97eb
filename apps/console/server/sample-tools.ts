/** Tools that the model may call on this machine: small, harmless, and able to fail, so that a visitor sees that too. */
import { defineTool, type RunnableTool } from '@parlance/inference';

const currentTime = defineTool({
  name: 'current_time',
  description: 'Tells the present date and time, in a time zone if one is given.',
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

/** The tools, of both faces of the program. */
export const SAMPLE_TOOLS: readonly RunnableTool[] = [currentTime, countWords];
