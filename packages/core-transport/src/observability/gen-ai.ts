/** Maps requests and responses to the OpenTelemetry semantic conventions for generative AI. */
import type { Operation } from '@parlance/schemas/kit';
import type { TelemetryCall } from './telemetry-hooks.js';
import { inputTokens, tokenCounts } from './token-counts.js';

/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean | string[]>;

/** Name of the provider. */
export const PROVIDER = 'parlance';

const REQUEST_FIELDS: Readonly<Record<string, string>> = {
  model: 'gen_ai.request.model',
  max_tokens: 'gen_ai.request.max_tokens',
  max_tokens_to_sample: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  top_p: 'gen_ai.request.top_p',
  top_k: 'gen_ai.request.top_k',
  stop_sequences: 'gen_ai.request.stop_sequences',
};

/** Whether an operation generates text, which the conventions are about. */
export function generates(operation: Operation): boolean {
  return operation.replay === 'generate';
}

/** Returns the name and the request attributes of a call's span. */
export function requestAttributes(call: TelemetryCall): { name: string; attributes: Attributes } {
  const { operation, origin } = call;
  const url = new URL(origin);
  const attributes: Attributes = {
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    'parlance.operation': operation.id,
  };
  if (!generates(operation)) return { name: operation.id, attributes };
  const name = operation.stream === 'message' ? 'chat' : 'text_completion';
  attributes['gen_ai.operation.name'] = name;
  attributes['gen_ai.provider.name'] = PROVIDER;
  if (typeof call.body !== 'object' || call.body === null) return { name, attributes };
  for (const [field, attribute] of Object.entries(REQUEST_FIELDS)) {
    const value = (call.body as Record<string, unknown>)[field];
    if (typeof value === 'string' || typeof value === 'number') attributes[attribute] = value;
    else if (Array.isArray(value)) attributes[attribute] = value.map(String);
  }
  if (call.streaming) attributes['gen_ai.request.stream'] = true;
  const model = attributes['gen_ai.request.model'];
  if (typeof model !== 'string') return { name, attributes };
  const real = call.modelName(model);
  return { name: `${name} ${real}`, attributes: { ...attributes, 'gen_ai.request.model': real } };
}

interface GenAiResponse {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly stop_reason?: unknown;
  readonly usage?: object | null;
}

/** Returns the attributes of a response. */
export function responseAttributes(call: TelemetryCall, response: unknown): Attributes {
  const attributes: Attributes = {};
  if (!generates(call.operation) || typeof response !== 'object' || response === null) return attributes;
  const { id, model, stop_reason } = response as GenAiResponse;
  if (typeof id === 'string') attributes['gen_ai.response.id'] = id;
  if (typeof model === 'string') attributes['gen_ai.response.model'] = call.modelName(model);
  if (typeof stop_reason === 'string') attributes['gen_ai.response.finish_reasons'] = [stop_reason];
  return { ...attributes, ...usageAttributes((response as GenAiResponse).usage ?? {}) };
}

/** Returns the attributes of a usage. */
export function usageAttributes(usage: object): Attributes {
  const attributes: Attributes = {};
  for (const [type, count] of usageOf({ usage })) attributes[`gen_ai.usage.${type}_tokens`] = count;
  const { cacheRead, cacheWrite, reasoning } = tokenCounts(usage);
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
