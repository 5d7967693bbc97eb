/** Usage of a message. */
import type { IterationUsage, MessageCreateParams, MessageIterationUsage, Usage } from '@parlance/schemas';
import type { Compaction } from './context-management.js';
import type { World } from '../world/world.js';
import type { Advice, Draft } from './draft.js';
import { applyCache, type InputUsage } from './prompt-cache.js';
import type { Segment } from './request-size.js';

/** Inputs for the usage of a message. */
export interface Passes {
  readonly draft: Draft;
  readonly input: InputUsage;
  /** Usage of each advisor call. */
  readonly advice: readonly IterationUsage[];
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
    ...(draft.thinkingTokens !== undefined && {
      output_tokens_details: { thinking_tokens: draft.thinkingTokens },
    }),
    server_tool_use: draft.serverToolUse,
    service_tier: 'standard',
    ...(body.speed != null && { speed: body.speed }),
    ...(iterations !== undefined && { iterations }),
    ...draft.usage,
    ...(body.service_tier === 'standard_only' && { service_tier: 'standard' }),
  };
}

/** Returns all iterations, or undefined if the reply is the only one. */
function iterationsOf(tokens: PassTokens, { advice, compaction }: Passes): IterationUsage[] | undefined {
  if (compaction === null && advice.length === 0) return undefined;
  const passes: IterationUsage[] = [];
  if (compaction !== null)
    passes.push({ type: 'compaction', ...uncached(compaction.inputTokens, compaction.outputTokens) });
  if (compaction?.pauses !== true) passes.push({ type: 'message', ...tokens });
  return [...passes, ...advice];
}

/**
 * Returns the usage of an advisor call. The advisor reads the request of the caller as its own prompt, which is cached
 * separately, and only if its tool has `caching`.
 *
 * @param world - World with the cache.
 * @param advice - Call of the advisor.
 * @param segments - Segments of the request.
 */
export function adviceUsage(world: World, advice: Advice, segments: readonly Segment[]): IterationUsage {
  const prompt = segments.map((segment, index) => ({
    ...segment,
    breakpoint: index === segments.length - 1 ? advice.caching : undefined,
  }));
  const { input, read, created } = applyCache(world, `advisor ${advice.model}`, prompt);
  return {
    type: 'advisor_message',
    model: advice.model,
    cache_creation: created,
    cache_creation_input_tokens: created.ephemeral_1h_input_tokens + created.ephemeral_5m_input_tokens,
    cache_read_input_tokens: read,
    input_tokens: input,
    output_tokens: advice.outputTokens,
  };
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
