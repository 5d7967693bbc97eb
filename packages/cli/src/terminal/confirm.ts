/** Asks before a command does what cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { CommandError, invalidArguments } from '../command-error.js';
import type { CommandContext } from '../command-context.js';
import { EXIT_CODES } from '../exit-codes.js';
import { printable } from './printable.js';

/**
 * Asks on the terminal, unless `--yes` has confirmed it.
 *
 * @param asked - What happens, as a sentence (`vaults.archive cannot be undone.`), and whether `--yes` has confirmed it.
 * @throws {CommandError} When nobody can be asked, or the answer is not yes. Nothing was changed then.
 */
export async function confirm(
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
  { message, yes = false }: { readonly message: string; readonly yes?: boolean | undefined },
): Promise<void> {
  if (yes) return;
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY || output.json)
    throw invalidArguments(message, 'Add --yes if that is what you want.');
  // Without the terminal mode of readline, Ctrl-C is a signal, as everywhere else.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    const answer = await lines.question(`${printable(message)} Continue? [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    lines.close();
  }
  throw new CommandError('not_confirmed', 'Nothing was changed.', { exitCode: EXIT_CODES.refused });
}
