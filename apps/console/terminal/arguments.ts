/** Parses the command line of the terminal program. */
import * as z from 'zod';
import { numberOption, readOptions } from '../server/command-line.js';

/** Parsed command line. */
export interface Arguments {
  /** The prompt. Undefined for one on standard input. */
  readonly prompt: string | undefined;
  readonly model: string;
  /** Maximum tokens per reply. */
  readonly maxTokens: number;
  readonly system: string | undefined;
  /** Thinking budget in tokens. Undefined turns thinking off. */
  readonly thinkingTokens: number | undefined;
  /** Paths of files to attach. */
  readonly files: readonly string[];
}

/** Thrown for invalid usage. The program prints the message and exits with code 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** Output of `--help`. */
export const HELP: string = `Usage: npm start -- [options]

Opens the console in the browser. With --prompt, or a prompt on standard input, prints a reply instead: the
reply goes to standard output, everything else to standard error. Use npm start --silent to hide npm's own
output.

Console options:
  --no-open          print the URL without opening a browser
  --port N           port to listen on (default: a free one)
  --exports FOLDER   folder for exports (default: parlance-data/exports)
  --users N, --chats N, --activities N
                     size of the emulator's demo organization (default: 14, 160, 320)
  --data FILE        keep the demo organization in a file (default: in memory)

Terminal options:
  --prompt TEXT      print the reply to TEXT and exit
  --attach FILE      attach an image, PDF or text file (repeatable)
  --model NAME       model (default: assistant-sonnet-4-6)
  --max-tokens N     maximum tokens per reply (default: 4096)
  --system TEXT      system prompt
  --thinking N       enable thinking with a budget of N tokens (at least 1024)

  --help             show this help

Set PARLANCE_BASE_URL and PARLANCE_API_KEY (and PARLANCE_COMPLIANCE_KEY, PARLANCE_ADMIN_KEY) to connect to
a real service instead of the built-in emulator. Set PARLANCE_LOG=debug to log each request.
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
    users: browserOnly,
    chats: browserOnly,
    activities: browserOnly,
    data: browserOnly,
  })
  .refine((options) => (options.thinking ?? 0) < options['max-tokens'], {
    path: ['thinking'],
    error: 'must be less than --max-tokens',
  });

/**
 * Parses the command line.
 *
 * @param argv - Arguments after the program's name.
 * @returns Undefined if `--help` is set.
 * @throws {InputError} When the command line is invalid.
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
