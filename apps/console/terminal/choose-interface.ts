import { fstatSync } from 'node:fs';

/** Options of the browser console. */
export const BROWSER_OPTIONS: readonly string[] = [
  '--no-open',
  '--port',
  '--exports',
  '--users',
  '--chats',
  '--activities',
  '--data',
];

/** Whether standard input can hold a prompt. */
export type StandardInput = 'data' | 'none';

/**
 * Selects the browser console or the terminal. Defaults to the browser; terminal options or a prompt on standard input
 * select the terminal.
 *
 * @param argv - Arguments after the program's name.
 * @param input - Whether standard input can hold a prompt.
 */
export function chooseInterface(argv: readonly string[], input: StandardInput): 'browser' | 'terminal' {
  const options = new Set(argv.map((argument) => argument.replace(/=.*$/s, '')));
  if (['--prompt', '-p', '--help', '-h'].some((option) => options.has(option))) return 'terminal';
  if (BROWSER_OPTIONS.some((option) => options.has(option))) return 'browser';
  return argv.length > 0 || input === 'data' ? 'terminal' : 'browser';
}

/** Checks standard input. A terminal, `/dev/null` or a closed stream cannot hold a prompt. */
export function standardInput(): StandardInput {
  try {
    const kind = fstatSync(0);
    return kind.isFIFO() || kind.isFile() || kind.isSocket() ? 'data' : 'none';
  } catch {
    return 'none';
  }
}
