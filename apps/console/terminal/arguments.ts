/** The command line of the program. */
import * as z from 'zod';
import { numberOption, readOptions } from '../server/command-line.js';

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

/** The program cannot do what it is asked for, and ends with code 2. */
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

const MAX_TOKENS = 999_999_999;

const browserOnly = z.never('cannot be combined with terminal options').optional();

const terminalOptions = z
  .strictObject({
    prompt: z
      .string()
      .refine((text) => text.trim() !== '', 'must not be empty')
      .optional(),
    attach: z.array(z.string().min(1)).default([]),
    model: z.string().min(1).default('assistant-sonnet-4-6'),
    'max-tokens': numberOption(1, MAX_TOKENS).default(4096),
    system: z.string().optional(),
    thinking: numberOption(1024, MAX_TOKENS).optional(),
    help: z.boolean().default(false),
    'no-open': browserOnly,
    port: browserOnly,
    exports: browserOnly,
  })
  .refine((options) => (options.thinking ?? 0) < options['max-tokens'], {
    path: ['thinking'],
    error: 'must be less than --max-tokens',
  });

/**
 * Reads the command line.
 *
 * @param argv - Arguments after the program's name.
 * @returns Undefined when help is asked for.
 * @throws {InputError} Listing all problems.
 */
export function readArguments(argv: readonly string[]): Arguments | undefined {
  const options = readOptions(argv, terminalOptions, {
    prompt: { type: 'string', short: 'p' },
    attach: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
    'no-open': { type: 'boolean' },
  });
  if (options.help) return undefined;
  return {
    prompt: options.prompt,
    model: options.model,
    maxTokens: options['max-tokens'],
    system: options.system,
    thinkingTokens: options.thinking,
    files: options.attach,
  };
}
