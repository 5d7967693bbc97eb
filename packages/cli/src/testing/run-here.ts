/** Runs the command in this process. */
import { Writable } from 'node:stream';
import { runArguments } from '../run.js';
import { linesOf, type CliResult } from './start-cli.js';

/** Where {@link runHere} runs a command. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with what the command prints to stdout. */
  readonly onPrint?: (text: string) => void;
}

/** Runs the command in a folder, with these environment variables only. */
export async function runHere(argv: readonly string[], { onPrint, ...place }: Place): Promise<CliResult> {
  const printed = { out: '', err: '' };
  const streamTo = (name: 'out' | 'err'): Writable =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        printed[name] += text;
        if (name === 'out') onPrint?.(text);
        done();
      },
    });
  const code = await runArguments(argv, { stdout: streamTo('out'), stderr: streamTo('err'), ...place });
  return { code, ...printed, lines: () => linesOf(printed.out) };
}
