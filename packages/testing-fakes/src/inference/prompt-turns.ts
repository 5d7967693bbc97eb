/** Reads the prompt of a legacy completion. */

/** One turn of a prompt. */
export interface PromptTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * Reads a prompt as turns.
 *
 * @param prompt - `\n\nHuman: ...\n\nAssistant: ...`; the contract has checked its form.
 */
export function promptTurns(prompt: string): PromptTurn[] {
  const texts = prompt.split(/\n\n(?:Human|Assistant):/).slice(1);
  return texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: text.trim() }));
}
