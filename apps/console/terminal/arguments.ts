/** The command line of the program. */
import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Arguments {
  /** Prompt to answer before ending; undefined for a conversation, or for the prompt on standard input. */
  readonly prompt: string | undefined;
  /** Model. */
  readonly model: string;
  /** Most tokens of a reply. */
  readonly maxTokens: number;
  /** System prompt. */
  readonly system: string | undefined;
  /** Tokens to think with; undefined for no thinking. */
  readonly thinkingTokens: number | undefined;
  /** Files to attach to the first turn. */
  readonly files: readonly string[];
}

/** What is wrong with the command line or the environment. The program ends with code 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** The text of `--help`. */
export const HELP: string = `Usage: npm start -- [options]

Without options, opens the console in the browser. With --terminal, opens a conversation in the
terminal. With --prompt, or with a prompt on standard input, answers it: the reply alone on standard
output, everything else on standard error.

  --no-open          print the address of the console, open no browser
  --port N           port of the console (default a free one)
  --exports FOLDER   where the console keeps exports (default parlance-data/exports)
  --terminal         a conversation in the terminal
  --prompt TEXT      answer TEXT and end
  --attach FILE      attach an image, PDF or text to the first turn (can be repeated)
  --model NAME       model (default assistant-sonnet-4-6)
  --max-tokens N     most tokens of a reply (default 4096)
  --system TEXT      system prompt
  --thinking N       think with up to N tokens, at least 1024
  --help             show this

Set PARLANCE_BASE_URL and PARLANCE_API_KEY (and PARLANCE_COMPLIANCE_KEY, PARLANCE_ADMIN_KEY) to talk to a
real service instead of the built-in emulator. PARLANCE_LOG=debug shows each request.
`;

/**
 * Reads the command line.
 *
 * @param argv - Arguments after the program's name.
 * @returns Undefined when help is asked for.
 * @throws {UsageError} When an argument is unknown or has a bad value.
 */
export function readArguments(argv: readonly string[]): Arguments | undefined {
  const values = parse(argv);
  if (values.help === true) return undefined;
  for (const name of ['no-open', 'port', 'exports'] as const)
    if (values[name] !== undefined)
      throw new UsageError(`--${name} is for the console in the browser, which no other option goes with`);
  if (values.prompt?.trim() === '') throw new UsageError('--prompt must not be empty');
  const maxTokens = integer('--max-tokens', values['max-tokens'], 1) ?? 4096;
  const thinkingTokens = integer('--thinking', values.thinking, 1024);
  if (thinkingTokens !== undefined && thinkingTokens >= maxTokens)
    throw new UsageError(`--thinking must be less than --max-tokens (${maxTokens})`);
  return {
    prompt: values.prompt,
    model: values.model ?? 'assistant-sonnet-4-6',
    maxTokens,
    system: values.system,
    thinkingTokens,
    files: values.attach ?? [],
  };
}

interface Values {
  readonly prompt?: string | undefined;
  readonly attach?: string[] | undefined;
  readonly model?: string | undefined;
  readonly 'max-tokens'?: string | undefined;
  readonly system?: string | undefined;
  readonly thinking?: string | undefined;
  readonly help?: boolean | undefined;
  readonly 'no-open'?: boolean | undefined;
  readonly port?: string | undefined;
  readonly exports?: string | undefined;
}

function parse(argv: readonly string[]): Values {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: false,
      options: {
        prompt: { type: 'string', short: 'p' },
        attach: { type: 'string', multiple: true },
        model: { type: 'string' },
        'max-tokens': { type: 'string' },
        system: { type: 'string' },
        thinking: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        'no-open': { type: 'boolean' },
        port: { type: 'string' },
        exports: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function integer(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least)) throw new UsageError(`${option} must be a whole number from ${least}, not ${text}`);
  return value;
}
