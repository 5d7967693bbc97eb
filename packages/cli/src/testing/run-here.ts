/** Runs the command in this process. */
import { runArguments } from '../run.js';

/** What a command printed, and its exit code. */
export interface RanHere {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in a folder, with these environment variables only. */
export async function runHere(
  argv: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<RanHere> {
  const printed = { out: '', err: '' };
  const streamTo = (name: 'out' | 'err') => ({
    write: (text: string): boolean => {
      printed[name] += text;
      return true;
    },
    once: () => undefined,
  });
  const code = await runArguments(argv, { stdout: streamTo('out'), stderr: streamTo('err'), ...place });
  return { code, ...printed };
}
