/** Settings of the conversation. They persist across visits. */
export interface ChatSettings {
  readonly model: string;
  readonly system: string;
  readonly maxTokens: number;
  readonly thinking: boolean;
  readonly tools: boolean;
}

/** Settings of a first visit. */
export const DEFAULT_SETTINGS: ChatSettings = {
  model: 'assistant-sonnet-4-6',
  system: '',
  maxTokens: 2048,
  thinking: true,
  tools: true,
};

/** Returns the thinking budget in tokens, or undefined when thinking is off or `maxTokens` is too low for it. */
export function thinkingBudget(settings: ChatSettings): number | undefined {
  return settings.thinking && settings.maxTokens > 1024
    ? Math.max(1024, Math.floor(settings.maxTokens / 2))
    : undefined;
}

/**
 * Returns the request parameters that the settings determine.
 *
 * @param settings - The settings.
 * @param options - `thinks: false` turns thinking off regardless of the settings.
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
