/** How replies are to be made; kept between visits. */
export interface ChatSettings {
  readonly model: string;
  readonly system: string;
  readonly maxTokens: number;
  readonly thinking: boolean;
  readonly tools: boolean;
}

/** What a first visit begins with. */
export const DEFAULT_SETTINGS: ChatSettings = {
  model: 'assistant-sonnet-4-6',
  system: '',
  maxTokens: 2048,
  thinking: true,
  tools: true,
};

/** Tokens that the model may think with, out of its maximum. */
export function thinkingBudget(settings: ChatSettings): number | undefined {
  return settings.thinking && settings.maxTokens > 1024
    ? Math.max(1024, Math.floor(settings.maxTokens / 2))
    : undefined;
}

/**
 * The part of a request that the settings decide.
 *
 * @param settings - The settings.
 * @param options - `thinks` false leaves thinking off, whatever the settings say.
 */
export function settingsBody(settings: ChatSettings, { thinks = true }: { readonly thinks?: boolean } = {}) {
  const budget = thinks ? thinkingBudget(settings) : undefined;
  return {
    model: settings.model,
    useTools: settings.tools,
    ...(settings.system.trim() === '' ? {} : { system: settings.system }),
    ...(budget === undefined ? {} : { thinking: { type: 'enabled' as const, budget_tokens: budget } }),
  };
}
