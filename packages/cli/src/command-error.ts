import { ParlanceError } from '@parlance/core-transport';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** What a {@link CommandError} says besides its message. */
export interface CommandErrorFacts {
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Default 2. */
  readonly exitCode?: ExitCode | undefined;
}

/** A command cannot run. The message is for people and never contains a key. */
export class CommandError extends ParlanceError {
  /** What to do about it. */
  readonly hint: string | undefined;
  /** Exit code of the process. */
  readonly exitCode: ExitCode;

  /** Name of the class. */
  override get name(): string {
    return 'CommandError';
  }

  /**
   * @param code - Stable code, for example `missing_key`.
   * @param message - The problem.
   * @param facts - What to do about it, and the exit code.
   */
  constructor(code: string, message: string, facts: CommandErrorFacts = {}) {
    super(code, message);
    this.hint = facts.hint;
    this.exitCode = facts.exitCode ?? EXIT_CODES.usage;
  }
}

/** Creates the error for arguments that a command cannot use. */
export function invalidArguments(message: string, hint?: string): CommandError {
  return new CommandError('invalid_arguments', message, { hint });
}
