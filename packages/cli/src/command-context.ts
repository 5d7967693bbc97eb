/** What a running command uses of the process. */
import type { Settings, SharedOptions } from './config/settings.js';
import type { ExitCode } from './exit-codes.js';
import type { Output } from './terminal/output.js';

/** What every command can use. */
export interface CommandContext {
  /** Prints results and progress. */
  readonly output: Output;
  /** Aborts when the command must stop. */
  readonly signal: AbortSignal;
  /** Options, environment and configuration file. */
  readonly settings: Settings;
  /** Current folder. */
  readonly cwd: string;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Options that every command has. */
export interface CommonOptions extends SharedOptions {
  readonly json?: boolean | undefined;
  /** False with `--no-color`. */
  readonly color?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly timestamps?: boolean | undefined;
}

/** How a command uses the configuration. */
export interface CommandConfig {
  /**
   * Whether a configuration that is found in the current folder may be a program. Default true. False for commands that check
   * an archive, which may come from someone else, together with a program.
   */
  readonly findsPrograms?: boolean | undefined;
}

/** For commands that only read an archive. */
export const READS_ONLY: CommandConfig = { findsPrograms: false };

/** Runs a command with its parsed options, and reports its errors. */
export type RunCommand = (
  options: CommonOptions,
  work: (context: CommandContext) => Promise<ExitCode>,
  config?: CommandConfig,
) => Promise<void>;
