import { jsonOf } from '../ui/json.js';

/** A line of a JSONL text that is not empty. */
export interface RequestLine {
  /** Number of the line, from 1. */
  readonly number: number;
  /** The parsed line. Undefined if it is not JSON. */
  readonly value: unknown;
}

/** Two requests, as an example of the format. */
export const EXAMPLE = ['Oslo', 'Porto']
  .map((city) => {
    const messages = [{ role: 'user', content: `Describe ${city} in one sentence.` }];
    const params = { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages };
    return JSON.stringify({ custom_id: city.toLowerCase(), params });
  })
  .join('\n');

/** Reads one request per line. Empty lines are skipped. */
export function linesOf(text: string): RequestLine[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => ({ number, value: jsonOf(line) }));
}
