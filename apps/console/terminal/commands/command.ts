/** Types of the program's commands. */
import type { Parlance } from '@parlance/sdk';

/** Context of a command. */
export interface CommandContext {
  /** Clients of the service. */
  readonly parlance: Parlance;
  /** Arguments after the command's name. */
  readonly words: readonly string[];
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command, which demonstrates one slice of the service. */
export type Command = (context: CommandContext) => Promise<void>;
