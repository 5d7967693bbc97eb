/** Runs the command in this process. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { runArguments } from '../run.js';
import { buildCli, linesOf, type CliResult } from './start-cli.js';

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
  const streams = { stdout: streamTo('out'), stderr: streamTo('err'), signals: process, ...place };
  const code = await runArguments(argv, streams, { program: await threadProgram() });
  return { code, ...printed, lines: () => linesOf(printed.out, code) };
}

let program: Promise<URL> | undefined;

/** A thread cannot load the sources as the tests do. Built once for all tests of this process. */
function threadProgram(): Promise<URL> {
  program ??= buildCli().then(({ root }) => {
    process.once('exit', () => rmSync(path.dirname(root), { recursive: true, force: true }));
    return pathToFileURL(path.join(root, 'dist/command-thread.js'));
  });
  return program;
}
