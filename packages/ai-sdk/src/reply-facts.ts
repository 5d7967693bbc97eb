/** Facts about replies: usage, finish reason, metadata. */
import type {
  JSONObject,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Message, Usage } from '@parlance/schemas/inference';
import { PROVIDER } from './provider-options.js';

const UNIFIED: ReadonlyMap<string, LanguageModelV4FinishReason['unified']> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool-calls'],
  ['refusal', 'content-filter'],
]);

/** Converts a stop reason. */
export function finishReason({ stop_reason: raw }: Message): LanguageModelV4FinishReason {
  return { unified: UNIFIED.get(raw ?? '') ?? 'other', raw: raw ?? undefined };
}

/** Converts usage. The total of the input includes tokens that were read from and written to the cache. */
export function usageOf(usage: Usage): LanguageModelV4Usage {
  const { input_tokens: noCache, output_tokens: total } = usage;
  const cacheRead = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: { total: noCache + cacheRead + cacheWrite, noCache, cacheRead, cacheWrite },
    outputTokens: { total, text: undefined, reasoning: undefined },
    raw: usage as unknown as JSONObject,
  };
}

/** Returns the fields of a reply that the AI SDK has no place for, in their wire form. */
export function replyMetadata(message: Message): SharedV4ProviderMetadata {
  const { content: _content, id: _id, role: _role, type: _type, model: _model, ...fields } = message;
  return { [PROVIDER]: fields as unknown as JSONObject };
}
