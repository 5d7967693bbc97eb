/** What a command of the program gets. */
import type { Parlance } from '@parlance/sdk';

/** What a command of the program gets. */
export interface CommandContext {
  /** The clients of the service. */
  readonly parlance: Parlance;
  /** The words after the command's name. */
  readonly words: readonly string[];
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command: one slice of the service at work. */
export type Command = (context: CommandContext) => Promise<void>;
