/** Maps requests and responses to the OpenTelemetry semantic conventions for generative AI. */
import type { Operation } from '@parlance/schemas/kit';
import type { TelemetryCall } from './telemetry-hooks.js';
import { inputTokens, tokenCounts } from './token-counts.js';

type Attributes = Record<string, string | number | boolean | string[]>;

const REQUEST_FIELDS: Readonly<Record<string, string>> = {
  model: 'gen_ai.request.model',
  max_tokens: 'gen_ai.request.max_tokens',
  max_tokens_to_sample: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  top_p: 'gen_ai.request.top_p',
  top_k: 'gen_ai.request.top_k',
  stop_sequences: 'gen_ai.request.stop_sequences',
};

/** Returns the name and the request attributes of a call's span. */
export function requestAttributes(call: TelemetryCall): { name: string; attributes: Attributes } {
  const { operation, origin } = call;
  const url = new URL(origin);
  const generates = operation.replay === 'generate';
  const name = generates ? (operation.stream === 'message' ? 'chat' : 'text_completion') : operation.id;
  const attributes: Attributes = {
    'gen_ai.operation.name': name,
    'gen_ai.provider.name': 'parlance',
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    'parlance.operation': operation.id,
  };
  if (!generates || typeof call.body !== 'object' || call.body === null) return { name, attributes };
  for (const [field, attribute] of Object.entries(REQUEST_FIELDS)) {
    const value = (call.body as Record<string, unknown>)[field];
    if (typeof value === 'string' || typeof value === 'number') attributes[attribute] = value;
    else if (Array.isArray(value)) attributes[attribute] = value.map(String);
  }
  const model = attributes['gen_ai.request.model'];
  return { name: typeof model === 'string' ? `${name} ${model}` : name, attributes };
}

interface GenAiResponse {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly stop_reason?: unknown;
  readonly usage?: object | null;
}

/** Returns the attributes of a response. */
export function responseAttributes(response: unknown): Attributes {
  const attributes: Attributes = {};
  if (typeof response !== 'object' || response === null) return attributes;
  const { id, model, stop_reason } = response as GenAiResponse;
  if (typeof id === 'string') attributes['gen_ai.response.id'] = id;
  if (typeof model === 'string') attributes['gen_ai.response.model'] = model;
  if (typeof stop_reason === 'string') attributes['gen_ai.response.finish_reasons'] = [stop_reason];
  for (const [type, count] of usageOf(response)) attributes[`gen_ai.usage.${type}_tokens`] = count;
  const { cacheRead, cacheWrite, reasoning } = tokenCounts((response as GenAiResponse).usage ?? {});
  for (const [name, count] of Object.entries({
    'cache_read.input': cacheRead,
    'cache_creation.input': cacheWrite,
    'reasoning.output': reasoning,
  }))
    if (count !== undefined) attributes[`gen_ai.usage.${name}_tokens`] = count;
  return attributes;
}

/** Returns token counts by type, as far as the response reports them. The input includes what was read from the cache. */
export function usageOf(response: unknown): [type: string, count: number][] {
  const counts = tokenCounts((response as GenAiResponse | null | undefined)?.usage ?? {});
  const found: [string, number | undefined][] = [
    ['input', inputTokens(counts)],
    ['output', counts.output],
  ];
  return found.filter((pair): pair is [string, number] => pair[1] !== undefined);
}

/** Returns prompts or replies as JSON if content capture is enabled: the fields that the contract marks as content. */
export function messageAttributes(
  side: 'input' | 'output',
  operation: Operation,
  value: unknown,
): Attributes {
  if (typeof value !== 'object' || value === null) return {};
  const fields = (operation.content ?? []).map((path) => path.split('.')[0] ?? '');
  const content = Object.entries(value).filter(([name]) => fields.includes(name));
  return content.length === 0
    ? {}
    : { [`gen_ai.${side}.messages`]: JSON.stringify(Object.fromEntries(content)) };
}
