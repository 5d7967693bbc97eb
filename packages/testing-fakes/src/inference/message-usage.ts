/** Usage of a message. */
import type { IterationUsage, MessageCreateParams, MessageIterationUsage, Usage } from '@parlance/schemas';
import type { Compaction } from './context-management.js';
import type { Draft } from './draft.js';
import type { InputUsage } from './prompt-cache.js';

/** Inputs for the usage of a message. */
export interface Passes {
  readonly draft: Draft;
  readonly input: InputUsage;
  /** Compaction that precedes the reply; null if there was none. */
  readonly compaction: Compaction | null;
}

/** Tokens of one iteration. */
type PassTokens = Omit<MessageIterationUsage, 'type'>;

/**
 * Returns the usage of a message. The top-level counts cover the iteration that wrote the reply. Compaction and advice,
 * which may be priced differently, appear as iterations only.
 *
 * @param body - Body of the request.
 * @param passes - Draft, input usage and compaction of the message.
 */
export function usageOf(body: MessageCreateParams, passes: Passes): Usage {
  const { draft, input, compaction } = passes;
  const { created } = input;
  const own = {
    cache_creation: created,
    cache_creation_input_tokens: created.ephemeral_1h_input_tokens + created.ephemeral_5m_input_tokens,
    cache_read_input_tokens: input.read,
    input_tokens: input.input,
    output_tokens: draft.outputTokens,
  };
  const tokens =
    compaction?.pauses === true ? uncached(compaction.inputTokens, compaction.outputTokens) : own;
  const iterations = iterationsOf(tokens, passes);
  return {
    ...tokens,
    inference_geo: body.inference_geo ?? 'global',
    server_tool_use: draft.serverToolUse,
    service_tier: 'standard',
    ...(body.speed != null && { speed: body.speed }),
    ...(iterations !== undefined && { iterations }),
    ...draft.usage,
    ...(body.service_tier === 'standard_only' && { service_tier: 'standard' }),
  };
}

/** Returns all iterations, or undefined if the reply is the only one. */
function iterationsOf(
  tokens: PassTokens,
  { draft, input, compaction }: Passes,
): IterationUsage[] | undefined {
  const { advice = [] } = draft;
  if (compaction === null && advice.length === 0) return undefined;
  const read = input.input + input.read + tokens.cache_creation_input_tokens;
  const passes: IterationUsage[] = [];
  if (compaction !== null)
    passes.push({ type: 'compaction', ...uncached(compaction.inputTokens, compaction.outputTokens) });
  if (compaction?.pauses !== true) passes.push({ type: 'message', ...tokens });
  for (const { model, outputTokens } of advice)
    passes.push({ type: 'advisor_message', model, ...uncached(read, outputTokens) });
  return passes;
}

function uncached(inputTokens: number, outputTokens: number): PassTokens {
  return {
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}
