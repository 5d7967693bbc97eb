import { ParlanceError } from '@parlance/core-transport';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

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
   * @param facts - What to do about it, and the exit code. Default: no hint, and 2.
   */
  constructor(
    code: string,
    message: string,
    { hint, exitCode = EXIT_CODES.usage }: Partial<Pick<CommandError, 'hint' | 'exitCode'>> = {},
  ) {
    super(code, message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** Creates the error for arguments that a command cannot use. */
export function invalidArguments(message: string, hint?: string): CommandError {
  return new CommandError('invalid_arguments', message, { hint });
}
