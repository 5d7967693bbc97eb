/** The program that replies to a prompt in the terminal. */
import { AttachmentError, ParlanceError, type ContentBlockParam } from '@parlance/inference';
import { blockFromFile } from '@parlance/inference/files';
import { InputError } from '@parlance/schemas/validation';
import { HELP, readArguments, UsageError, type Arguments } from './arguments.js';
import { INTERRUPTED, reply, type Output } from './reply.js';
import { openService } from './service.js';

/** Process environment of the program, injectable for tests. */
export interface ProgramContext {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborts on Ctrl-C. */
  readonly interrupt: AbortSignal;
}

/** Maximum size of a prompt on standard input, in bytes: the service's request limit. */
const MAX_PROMPT_BYTES = 32 * 1024 * 1024;

/**
 * Runs the program.
 *
 * @param context - Arguments, environment variables and streams.
 * @returns Exit code: 0 on success, 1 if a request fails, 2 for invalid usage, 130 if interrupted.
 */
export async function runProgram(context: ProgramContext): Promise<number> {
  const { argv, stdout, stderr } = context;
  try {
    const options = readArguments(argv);
    if (options === undefined) {
      stdout.write(HELP);
      return 0;
    }
    return await replyTo(context, options);
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError) {
      stderr.write(`${error.message}\nRun with --help for usage.\n`);
      return 2;
    }
    if (!ParlanceError.is(error)) throw error;
    if (context.interrupt.aborted) return INTERRUPTED;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function replyTo(context: ProgramContext, options: Arguments): Promise<number> {
  const { environment, stdin, stdout, stderr, interrupt: signal } = context;
  const prompt = options.prompt ?? (await readPrompt(stdin));
  const output: Output = { stdout, stderr, isColored: stderr.isTTY && environment.NO_COLOR === undefined };
  const attached = await readAttachments(options.files);
  const { client, close } = await openService(environment, { paced: stdout.isTTY });
  try {
    return await reply([...attached, { type: 'text', text: prompt }], {
      client,
      settings: options,
      output,
      signal,
    });
  } finally {
    await close();
  }
}

/** @throws {UsageError} When a file cannot be read or has an unsupported type. */
async function readAttachments(paths: readonly string[]): Promise<ContentBlockParam[]> {
  try {
    return await Promise.all(paths.map((path) => blockFromFile(path)));
  } catch (error) {
    if (AttachmentError.is(error)) throw new UsageError(error.message);
    throw error;
  }
}

async function readPrompt(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) throw new UsageError('pass a prompt with --prompt');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_PROMPT_BYTES) throw new UsageError('the prompt on standard input exceeds 32 MB');
    chunks.push(chunk);
  }
  const prompt = Buffer.concat(chunks).toString('utf8').trim();
  if (prompt === '') throw new UsageError('no prompt on standard input; pass one with --prompt');
  return prompt;
}
