/** The program: reads what is asked for, opens the service, answers. */
import { ParlanceError } from '@parlance/inference';
import { InputError } from '@parlance/schemas/validation';
import { HELP, readArguments, UsageError, type Arguments } from './arguments.js';
import { readAttachments } from './attachments.js';
import type { Command } from './commands/command.js';
import { COMMANDS, COMMANDS_HELP } from './commands/commands.js';
import { Conversation } from './conversation.js';
import { converse } from './interactive.js';
import { openService } from './service.js';
import { answerOnce } from './single.js';
import type { Output } from './terminal.js';
import { SAMPLE_TOOLS } from '../server/sample-tools.js';

/** What surrounds the program. */
export interface Surroundings {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Fires at Ctrl-C, outside a conversation. */
  readonly interrupt: AbortSignal;
}

/** Longest prompt read from standard input, in bytes: what the service takes. */
const MAX_PROMPT_BYTES = 32 * 1024 * 1024;

/**
 * Runs the program.
 *
 * @param surroundings - Arguments, variables, streams.
 * @returns Exit code: 0, 1 when the service fails, 2 for bad input, 130 when interrupted.
 */
export async function runProgram(surroundings: Surroundings): Promise<number> {
  const { argv, stdout, stderr } = surroundings;
  try {
    const command = commandNamed(argv[0]);
    if (command !== undefined) return await runCommand(surroundings, command);
    const asked = readArguments(surroundings.argv);
    if (asked === undefined) {
      stdout.write(HELP + COMMANDS_HELP);
      return 0;
    }
    const isInteractive = asked.prompt === undefined && surroundings.stdin.isTTY;
    const prompt = isInteractive ? undefined : (asked.prompt ?? (await readPrompt(surroundings.stdin)));
    return await serve(surroundings, asked, prompt);
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError) {
      stderr.write(`${error.message}\nTry --help.\n`);
      return 2;
    }
    if (!ParlanceError.is(error)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

function commandNamed(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

async function runCommand(surroundings: Surroundings, command: Command): Promise<number> {
  const { argv, environment, stdout, interrupt } = surroundings;
  const option = argv.find((word) => word.startsWith('-'));
  if (option !== undefined) throw new UsageError(`${String(argv[0])} takes no option ${option}`);
  const service = await openService(environment, { paced: false, seed: 'demo', needsApiKey: false });
  try {
    const print = (line: string): void => void stdout.write(`${line}\n`);
    await command({ parlance: service.parlance, words: argv.slice(1), print, signal: interrupt });
    return 0;
  } finally {
    await service.close();
  }
}

async function serve(
  surroundings: Surroundings,
  asked: Arguments,
  prompt: string | undefined,
): Promise<number> {
  const { environment, stdin, stdout, stderr } = surroundings;
  const output: Output = { stdout, stderr, isColored: stderr.isTTY && environment.NO_COLOR === undefined };
  const attached = await readAttachments(asked.files);
  const service = await openService(environment, { paced: stdout.isTTY });
  try {
    const client = service.parlance.inference;
    const conversation = new Conversation({ client, settings: asked, tools: SAMPLE_TOOLS });
    if (prompt === undefined) {
      if (attached.length > 0) conversation.say(attached);
      await converse({ conversation, stdin, output, serviceName: service.name });
      return 0;
    }
    conversation.say([...attached, { type: 'text', text: prompt }]);
    return await answerOnce(conversation, output, surroundings.interrupt);
  } finally {
    await service.close();
  }
}

async function readPrompt(stdin: NodeJS.ReadStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_PROMPT_BYTES) throw new UsageError('the prompt on standard input is longer than 32 MB');
    chunks.push(chunk);
  }
  const prompt = Buffer.concat(chunks).toString('utf8').trim();
  if (prompt === '') throw new UsageError('standard input holds no prompt');
  return prompt;
}
