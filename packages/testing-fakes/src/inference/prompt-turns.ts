/** Reads the prompt of a legacy completion. */
import { badRequest } from '../engine/refusal.js';

/** One turn of a prompt. */
export interface PromptTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * Reads a prompt as turns.
 *
 * @param prompt - `\n\nHuman: ...\n\nAssistant: ...`, alternating, ending with an assistant turn.
 * @throws {Refusal} 400 when it has another form.
 */
export function promptTurns(prompt: string): PromptTurn[] {
  const [before, ...parts] = prompt.split(/\n\n(Human|Assistant):/);
  if (before !== '' || parts.length === 0)
    throw badRequest('INF-194', 'prompt', 'must start with "\\n\\nHuman:"');
  const turns: PromptTurn[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const role = parts[at] === 'Human' ? 'user' : 'assistant';
    const expected = turns.length % 2 === 0 ? 'user' : 'assistant';
    if (role !== expected)
      throw badRequest(
        'INF-194',
        'prompt',
        'must alternate between "\\n\\nHuman:" and "\\n\\nAssistant:" turns',
      );
    turns.push({ role, content: (parts[at + 1] ?? '').trim() });
  }
  if (turns.at(-1)?.role !== 'assistant')
    throw badRequest('INF-194', 'prompt', 'must end with an "\\n\\nAssistant:" turn');
  return turns;
}
