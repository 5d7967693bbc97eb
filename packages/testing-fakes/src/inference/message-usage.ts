/** The usage of a message. */
import type { IterationUsage, MessageCreateParams, MessageIterationUsage, Usage } from '@parlance/schemas';
import type { Compaction } from './context-management.js';
import type { Draft } from './draft.js';
import type { InputUsage } from './prompt-cache.js';

/** What a message was made of. */
export interface Passes {
  readonly draft: Draft;
  readonly input: InputUsage;
  /** The summary before it. */
  readonly compaction: Compaction | null;
}

/** The tokens of one pass. */
type PassTokens = Omit<MessageIterationUsage, 'type'>;

/**
 * Counts what a message used. Its own numbers are those of the pass that wrote the reply; summaries and advice, which may
 * have other prices, are told as iterations.
 *
 * @param body - The request.
 * @param passes - See {@link Passes}.
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

/** Each pass, when there was another one than the reply's. */
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
