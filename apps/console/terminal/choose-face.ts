import { fstatSync } from 'node:fs';

/** Options that only the console in the browser has. */
export const BROWSER_OPTIONS: readonly string[] = ['--no-open', '--port', '--exports'];

/** What standard input is: something to read a prompt from, or nothing of the kind. */
export type StandardInput = 'data' | 'none';

/**
 * Decides which face the program shows: the console in the browser, unless the terminal is asked for, a prompt is
 * given, or one comes in through a pipe.
 *
 * @param argv - Arguments after the program's name.
 * @param input - What standard input is.
 */
export function chooseFace(argv: readonly string[], input: StandardInput): 'browser' | 'terminal' {
  const options = new Set(argv.map((argument) => argument.replace(/=.*$/s, '')));
  if (['--terminal', '--prompt', '-p', '--help', '-h'].some((option) => options.has(option)))
    return 'terminal';
  if (BROWSER_OPTIONS.some((option) => options.has(option))) return 'browser';
  return argv.length > 0 || input === 'data' ? 'terminal' : 'browser';
}

/** Looks at standard input. A terminal, `/dev/null` and a closed one have no prompt to read. */
export function standardInput(): StandardInput {
  try {
    const kind = fstatSync(0);
    return kind.isFIFO() || kind.isFile() || kind.isSocket() ? 'data' : 'none';
  } catch {
    return 'none';
  }
}
