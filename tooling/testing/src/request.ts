/** What a request contains wherever its content does not matter. */

/** Model of every request. */
export const MODEL = 'assistant-opus-4-7';
/** Maximum tokens of every request. */
export const MAX_TOKENS = 1024;
/** Tool that is called by replies with a tool call. */
export const TOOL = {
  name: 'write',
  description: 'Writes rows.',
  input_schema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] as string[] },
} as const;

/** Params of a request in the messages format. */
export function messageParams(content: string): {
  model: string;
  max_tokens: number;
  messages: { role: 'user'; content: string }[];
} {
  return { model: MODEL, max_tokens: MAX_TOKENS, messages: [{ role: 'user', content }] };
}
