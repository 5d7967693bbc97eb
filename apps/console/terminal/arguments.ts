/** Parses the command line of the terminal program. */
import * as z from 'zod';
import { numberOption, readOptions } from '../server/command-line.js';
import help from './help.json' with { type: 'json' };

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
export const HELP: string = help.join('\n');

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
