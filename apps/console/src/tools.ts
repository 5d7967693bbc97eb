/** Tools that the model may call on this machine; none of them changes anything. */
import { defineTool, type RunnableTool } from '@parlance/inference';

const currentTime = defineTool({
  name: 'current_time',
  description: 'Tells the date and the time, in a time zone if one is given.',
  input: {
    type: 'object',
    properties: { timezone: { type: 'string', description: 'IANA name, for example Europe/Oslo' } },
  },
  run: ({ timezone }) =>
    new Intl.DateTimeFormat('en', {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone: timezone ?? 'UTC',
    }).format(),
});

const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => ({ words: text.split(/\s+/).filter((word) => word !== '').length }),
});

/** The tools. */
export const TOOLS: readonly RunnableTool[] = [currentTime, countWords];
