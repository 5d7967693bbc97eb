/** Parser for the prompt of a legacy completion. */

/** One turn of a prompt. */
export interface PromptTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * Parses a prompt into turns.
 *
 * @param prompt - Prompt of the form `\n\nHuman: ...\n\nAssistant: ...`, validated by the schema.
 */
export function promptTurns(prompt: string): PromptTurn[] {
  const texts = prompt.split(/\n\n(?:Human|Assistant):/).slice(1);
  return texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: text.trim() }));
}
