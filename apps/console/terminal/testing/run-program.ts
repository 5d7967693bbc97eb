import { PassThrough, Readable } from 'node:stream';
import { runProgram } from '../program.js';

/** What a program reads from. */
export interface ProgramInput {
  readonly stdin?: string;
  readonly environment?: Record<string, string>;
  readonly interrupt?: AbortSignal;
}

/** Runs the terminal program. Returns its exit code and what it wrote. */
export async function run(argv: readonly string[], input: ProgramInput = {}) {
  const { stdin = '', environment = {}, interrupt = new AbortController().signal } = input;
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written): NodeJS.WriteStream => {
    const stream = new PassThrough().on('data', (chunk: Buffer) => (written[name] += chunk.toString()));
    return stream as unknown as NodeJS.WriteStream;
  };
  const code = await runProgram({
    argv,
    environment,
    stdin: Readable.from([Buffer.from(stdin)]) as unknown as NodeJS.ReadStream,
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    interrupt,
  });
  return { code, ...written };
}
