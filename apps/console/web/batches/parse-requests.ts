import type { MessageBatchRequest } from '@parlance/schemas';

/** Requests of a JSONL text, or the problem with it. */
export type ParsedRequests = { readonly requests: MessageBatchRequest[] } | { readonly problem: string };

/** Two requests, as an example of the format. */
export const EXAMPLE = ['Oslo', 'Porto']
  .map((city) => {
    const messages = [{ role: 'user', content: `Describe ${city} in one sentence.` }];
    const params = { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages };
    return JSON.stringify({ custom_id: city.toLowerCase(), params });
  })
  .join('\n');

/** Reads one request per line. Empty lines are skipped. Params are checked by the service when it processes them. */
export function parseRequests(text: string): ParsedRequests {
  const requests: MessageBatchRequest[] = [];
  const ids = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const problem = problemOf(line, ids);
    if (typeof problem === 'string') return { problem: `Line ${index + 1} ${problem}` };
    ids.add(problem.custom_id);
    requests.push(problem);
  }
  return { requests };
}

function problemOf(line: string, ids: ReadonlySet<string>): MessageBatchRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON.';
  }
  const { custom_id: id, params } = (value ?? {}) as Partial<MessageBatchRequest>;
  if (typeof id !== 'string' || id === '') return 'has no custom_id.';
  if (typeof params !== 'object' || params === null) return 'has no params.';
  if (ids.has(id)) return `repeats the custom_id ${id}.`;
  return value as MessageBatchRequest;
}
