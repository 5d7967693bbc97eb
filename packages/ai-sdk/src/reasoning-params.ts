/** Converts the settings for reasoning and sampling, which depend on each other and on the model. */
import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import type { ModelCapabilities, ModelInfo, OutputConfig, ThinkingConfig } from '@parlance/schemas/inference';

/** Part of the model's maximum of output tokens that a level may use for thinking, where thinking has a budget. */
const BUDGETS = { minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6, xhigh: 0.9, max: 0.95 } as const;
const MIN_BUDGET = 1024;

type Level = keyof typeof BUDGETS;

/** Params for reasoning. */
export interface ReasoningParams {
  readonly thinking?: ThinkingConfig;
  readonly effort?: Pick<OutputConfig, 'effort'>;
  readonly max_tokens: number;
}

/**
 * Converts the level of reasoning to what the model supports: adaptive thinking with an effort, or thinking with a budget, which
 * is added to the maximum of output tokens.
 *
 * @param call - Options of the call, its own `thinking`, which takes precedence, and its maximum of output tokens.
 * @param info - The model; undefined if it is unknown, which is treated as a current one.
 * @param warnings - Receives a warning for each setting that the model does not support.
 */
export function reasoningParams(
  call: {
    readonly options: Pick<LanguageModelV4CallOptions, 'reasoning' | 'maxOutputTokens'>;
    readonly thinking: ThinkingConfig | undefined;
    readonly maxTokens: number;
  },
  info: ModelInfo | undefined,
  warnings: SharedV4Warning[],
): ReasoningParams {
  const { options, maxTokens } = call;
  const limit = info?.max_tokens ?? Infinity;
  const { thinking, effort } =
    call.thinking === undefined
      ? levelParams(options.reasoning, info, warnings)
      : { thinking: call.thinking, effort: undefined };
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  const max = Math.min(maxTokens + budget, limit);
  if (max < maxTokens)
    warnings.push({
      type: 'unsupported',
      feature: 'maxOutputTokens',
      details: `The model generates at most ${limit} tokens.`,
    });
  return {
    max_tokens: max,
    ...(thinking !== undefined && { thinking }),
    ...(effort !== undefined && { effort: { effort } }),
  };
}

function levelParams(
  reasoning: LanguageModelV4CallOptions['reasoning'],
  info: ModelInfo | undefined,
  warnings: SharedV4Warning[],
): { thinking?: ThinkingConfig; effort?: OutputConfig['effort'] } {
  if (reasoning === undefined || reasoning === 'provider-default') return {};
  const { thinking, effort } = info?.capabilities ?? {};
  if (thinking?.supported === false) {
    if (reasoning !== 'none')
      warnings.push({ type: 'unsupported', feature: 'reasoning', details: 'The model does not think.' });
    return {};
  }
  if (reasoning === 'none') return { thinking: { type: 'disabled' } };
  if (thinking === undefined || thinking.types.adaptive.supported) {
    if (reasoning === 'minimal')
      warnings.push({ type: 'compatibility', feature: 'reasoning', details: 'The effort `low` is sent.' });
    return { thinking: { type: 'adaptive', display: 'summarized' }, ...effortOf(reasoning, effort) };
  }
  const share = Math.round(BUDGETS[reasoning] * (info?.max_tokens ?? MIN_BUDGET));
  return { thinking: { type: 'enabled', budget_tokens: Math.max(share, MIN_BUDGET) } };
}

function effortOf(
  reasoning: Level,
  effort: ModelCapabilities['effort'] | undefined,
): { effort?: OutputConfig['effort'] } {
  const level = reasoning === 'minimal' ? 'low' : reasoning;
  if (effort === undefined) return { effort: level };
  const isHighest = level === 'xhigh' || level === 'max';
  const levels = isHighest ? ([level, 'max', 'xhigh', 'high'] as const) : [level];
  const supported = effort.supported ? levels.find((one) => effort[one]?.supported) : undefined;
  return supported === undefined ? {} : { effort: supported };
}

/**
 * Converts the settings for sampling. The service rejects them beside thinking, and `top_p` beside `temperature`.
 *
 * @param options - Options of the call.
 * @param isThinking - Whether the model thinks.
 * @param warnings - Receives a warning for each setting that is not sent.
 */
export function samplingParams(
  { temperature, topP, topK }: Pick<LanguageModelV4CallOptions, 'temperature' | 'topP' | 'topK'>,
  isThinking: boolean,
  warnings: SharedV4Warning[],
): { temperature?: number; top_p?: number; top_k?: number } {
  const omit = (feature: string, details: string): undefined =>
    void warnings.push({ type: 'unsupported', feature, details });
  if (isThinking) {
    for (const [feature, value] of Object.entries({ temperature, topP, topK }))
      if (value !== undefined) omit(feature, 'The setting is not supported when the model thinks.');
    return {};
  }
  const sent = temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1);
  if (sent !== temperature) omit('temperature', `The temperature is between 0 and 1: ${sent} is sent.`);
  const hasBoth = temperature !== undefined && topP !== undefined;
  if (hasBoth) omit('topP', 'The setting is not supported beside a temperature.');
  return {
    ...(sent !== undefined && { temperature: sent }),
    ...(topP !== undefined && !hasBoth && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}
