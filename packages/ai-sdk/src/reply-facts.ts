/** Facts about replies: usage, finish reason, metadata. */
import type {
  JSONObject,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { inputTokens, tokenCounts } from '@parlance/core-transport/internal';
import type { Message, Usage } from '@parlance/schemas/inference';
import { PROVIDER } from './provider-options.js';
import { blockContent } from './reply-content.js';
import type { ToolNames } from './tool-names.js';

const UNIFIED: ReadonlyMap<string, LanguageModelV4FinishReason['unified']> = new Map([
  ['end_turn', 'stop'],
  ['pause_turn', 'stop'],
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
  const counts = tokenCounts(usage);
  const { input: noCache, cacheRead = 0, cacheWrite = 0, output: total, reasoning } = counts;
  const text = total !== undefined && reasoning !== undefined ? total - reasoning : undefined;
  return {
    inputTokens: { total: inputTokens(counts), noCache, cacheRead, cacheWrite },
    outputTokens: { total, text, reasoning },
    raw: usage as unknown as JSONObject,
  };
}

/** Returns the fields of a reply that the AI SDK has no place for, in their wire form. */
export function replyMetadata(message: Message): SharedV4ProviderMetadata {
  const { content: _content, id: _id, role: _role, type: _type, model: _model, ...fields } = message;
  return { [PROVIDER]: fields as unknown as JSONObject };
}

/** Converts a whole reply. */
export function generateResult(
  message: Message,
  names: ToolNames,
): Omit<LanguageModelV4GenerateResult, 'warnings'> {
  const reply = { content: message.content, names, prefix: '' };
  return {
    content: message.content.flatMap((block, index) => blockContent(block, index, reply)),
    finishReason: finishReason(message),
    usage: usageOf(message.usage),
    providerMetadata: replyMetadata(message),
    response: { id: message.id, modelId: message.model, body: message },
  };
}
