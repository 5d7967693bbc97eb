/** Average number of characters per token in ordinary text. */
const CHARACTERS_PER_TOKEN = 4;
/** Flat estimate for an image or document, whose size in bytes says little about its tokens. */
const ATTACHMENT_TOKENS = 1600;

/** Estimates the input tokens of a request body: one per four characters of text. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(charactersOf(value) / CHARACTERS_PER_TOKEN);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if ((value as { readonly type?: unknown }).type === 'base64')
    return ATTACHMENT_TOKENS * CHARACTERS_PER_TOKEN;
  return Object.values(value).reduce<number>((sum, member) => sum + charactersOf(member), 0);
}
