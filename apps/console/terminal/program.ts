/** The terminal program: parses arguments, opens the service, and runs a command, a single prompt or a conversation. */
import { ParlanceError } from '@parlance/inference';
import { InputError } from '@parlance/schemas/validation';
import { HELP, readArguments, UsageError, type Arguments } from './arguments.js';
import { readAttachments } from './attachments.js';
import type { Command } from './commands/command.js';
import { COMMANDS, COMMANDS_HELP } from './commands/commands.js';
import { Conversation } from './conversation.js';
import { converse } from './interactive.js';
import { openService } from './service.js';
import { INTERRUPTED, replyOnce } from './single.js';
import type { Output } from './terminal.js';
import { SAMPLE_TOOLS } from '../server/sample-tools.js';

/** Process environment of the program, injectable for tests. */
export interface ProgramContext {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborts on Ctrl-C, except in a conversation, which handles it itself. */
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
  const { argv, stdin, stdout, stderr } = context;
  try {
    const command = commandNamed(argv[0]);
    if (command !== undefined) return await runCommand(context, command);
    const options = readArguments(argv);
    if (options === undefined) {
      stdout.write(HELP + COMMANDS_HELP);
      return 0;
    }
    const isInteractive = options.prompt === undefined && stdin.isTTY;
    const prompt = isInteractive ? undefined : (options.prompt ?? (await readPrompt(stdin)));
    return await chat(context, options, prompt);
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

function commandNamed(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

async function runCommand(context: ProgramContext, command: Command): Promise<number> {
  const { argv, environment, stdout, interrupt } = context;
  const option = argv.find((word) => word.startsWith('-'));
  if (option !== undefined)
    throw new UsageError(`the command "${String(argv[0])}" has no option "${option}"`);
  const service = await openService(environment, { paced: false, seed: 'demo', needsApiKey: false });
  try {
    const print = (line: string): void => void stdout.write(`${line}\n`);
    await command({ parlance: service.parlance, words: argv.slice(1), print, signal: interrupt });
    return 0;
  } finally {
    await service.close();
  }
}

async function chat(
  context: ProgramContext,
  options: Arguments,
  prompt: string | undefined,
): Promise<number> {
  const { environment, stdin, stdout, stderr } = context;
  const output: Output = { stdout, stderr, isColored: stderr.isTTY && environment.NO_COLOR === undefined };
  const attached = await readAttachments(options.files);
  const service = await openService(environment, { paced: stdout.isTTY });
  try {
    const client = service.parlance.inference;
    const conversation = new Conversation({ client, settings: options, tools: SAMPLE_TOOLS });
    if (prompt === undefined) {
      if (attached.length > 0) conversation.addUserMessage(attached);
      await converse({ conversation, stdin, output, serviceName: service.name });
      return 0;
    }
    conversation.addUserMessage([...attached, { type: 'text', text: prompt }]);
    return await replyOnce(conversation, output, context.interrupt);
  } finally {
    await service.close();
  }
}

async function readPrompt(stdin: NodeJS.ReadStream): Promise<string> {
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
